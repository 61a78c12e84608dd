import { terms } from "../panels/controls/terms.ts";

/** The same as in docs/glossary.md. */
export const lessonTerms: typeof terms = {
  ...terms,
  band: "shaded around the private curve: in 95 of 100 releases the original lies in it, at each place",
  odds: "how often it is so for each time that it is not: 1 chance in 100 is odds of 1 to 99",
  releases: "curves that could have been published: the same people, other noise",
  ledger: "the list of all that was published about the same people, with its cost",
  ε: "privacy loss: one person changes the odds of any outcome by a factor of e^ε at most, which is 2.7 at ε = 1",
};
