/** What groups cost, and why: said where they are declared, and where they are shown. */
export const groupWords =
  "All curves together are one release on one budget: whoever is replaced may leave one group and enter another, so two curves change, never more, and any number of groups costs what two do: √2 of a bump over n. Which group somebody is in is protected too.";
