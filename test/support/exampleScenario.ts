import type { LinkCodec } from "../../src/state/scenario/linkCodec.ts";

/**
 * The scenario of an example, as a link asks for it.
 *
 * @param change what is added to the link
 * @throws {Error} if the link has a problem, such as a key that no study knows: a test would look at another scenario
 */
export function exampleScenario<S>(
  { id, links }: { readonly id: string; readonly links: LinkCodec<S> },
  data: string,
  change = "",
): S {
  const { values, problems } = links.decode(`#/${id}?data=${data}${change}`);
  if (problems.length > 0) throw new Error(problems.map(({ sentence }) => sentence).join(" "));
  return values;
}
