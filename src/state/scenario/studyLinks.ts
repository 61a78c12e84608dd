import { decodeLink, encodeLink, valueIn } from "./linkCodec.ts";
import type { DecodedLink, Fields, LinkCodec, LinkProblem } from "./linkCodec.ts";
import { pinned } from "./linkFields.ts";
import { dataField, namesUnknownData, settled } from "./sharedFields.ts";
import { viewField } from "./unconvertedFields.ts";
import type { CommonScenario } from "./sharedFields.ts";

/** What the entries of a link are, by key. */
type LinkEntries = ReadonlyMap<string, string>;

export interface StudyLinks<S> {
  readonly study: string;
  /** What `data` may name, beside one's own. */
  readonly dataSets: readonly { readonly id: string }[];
  /** The data set shown without a link, and in place of an unknown one. */
  readonly start: string;
  /** The table of fields of a scenario. */
  readonly fieldsOf: (scenario: S) => Fields<S>;
  /**
   * The table of fields of a link, where one field may depend on another.
   *
   * @param ofData the entries about columns and domains: none where the link names a data set that is not there
   * @param common what every link says: the data set and the side
   */
  readonly fieldsOfLink: (
    given: LinkEntries,
    ofData: LinkEntries,
    common: Pick<CommonScenario, "data" | "view">,
  ) => Fields<S>;
  /** Fields that mean nothing for another data set than the link's, and what they are called together. */
  readonly ofData: readonly (keyof S & string)[];
  readonly ofDataInWords: string;
  /** The scenario as it is written; as it is if absent. */
  readonly written?: (scenario: S) => S;
  /** What fields say together that they do not say alone, put right, and what a person is told of it. */
  readonly mended?: (values: S) => { readonly values: S; readonly problems: readonly LinkProblem[] };
}

/**
 * The links of a study's scenarios.
 *
 * A link with data of one's own carries the names of the columns and the settings, never a record. Seen from outside
 * it carries no seed either, and a seed in such a link is refused: whoever has the seed can compute the noise and
 * subtract it from the curve they were shown, and the link is what travels with the curve. Opened again, it draws from
 * the secure source. Examples keep their seed: their records are public, and a lecture needs the same curve
 * each time.
 */
export function studyLinks<S extends CommonScenario>({
  study,
  dataSets,
  start,
  fieldsOf,
  fieldsOfLink,
  ofData,
  ofDataInWords,
  written = (scenario) => scenario,
  mended = (values) => ({ values, problems: [] }),
}: StudyLinks<S>): LinkCodec<S> {
  return {
    study,
    encode: (scenario) => {
      const allowed = written(settled(scenario));
      return encodeLink(study, fieldsOf(allowed), allowed);
    },
    decode: (hash) => {
      const isUnknown = (given: LinkEntries) => namesUnknownData(dataSets, start, given);
      const link = decodeLink(hash, study, (given) => {
        const common = { data: valueIn(given, dataField(dataSets, start)), view: valueIn(given, viewField()) };
        return isUnknown(given)
          ? pinnedAmong(fieldsOfLink(given, new Map(), common), ofData)
          : fieldsOfLink(given, given, common);
      });
      const problems: LinkProblem[] = [...link.problems];
      if (isUnknown(link.given)) {
        const sentence = `${ofDataInWords} are those of ${link.values.data}, not those in the link.`;
        problems.push({ key: "data", text: "", sentence });
      }
      const { values, problems: more } = mended(link.values);
      return withoutForbiddenSeed({ study: link.study, values, problems: [...problems, ...more] });
    },
  };
}

/** The same table, in which some fields take their fallback whatever a link says. */
function pinnedAmong<S>(fields: Fields<S>, names: readonly (keyof S)[]): Fields<S> {
  return { ...fields, ...Object.fromEntries(names.map((name) => [name, pinned(fields[name])])) };
}

/** A link that was read, with the scenario as it may be. */
function withoutForbiddenSeed<S extends CommonScenario>(link: DecodedLink<S>): DecodedLink<S> {
  const values = settled(link.values);
  if (values === link.values) return link;
  const sentence = "The outside view of your own data takes no seed from a link; used secure.";
  return { ...link, values, problems: [...link.problems, { key: "seed", text: String(link.values.seed), sentence }] };
}
