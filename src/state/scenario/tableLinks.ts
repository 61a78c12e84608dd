import {
  decodeLink,
  encodeLink,
  valueIn,
  type Field,
  type Fields,
  type LinkCodec,
  type LinkProblem,
} from "./linkCodec.ts";
import { pinned } from "./linkFields.ts";
import { linesOf, type FieldTable } from "./fieldTable.ts";
import { parameterNames, type FieldRoles } from "./provenance.ts";
import { dataField, settled, type CommonScenario } from "./sharedFields.ts";

interface TableLinks<S, Known> {
  readonly study: string;
  readonly fields: FieldTable<S, S, Known>;
  readonly roles: FieldRoles<S>;
  readonly dataSets: readonly { readonly id: string }[];
  /** Without a link, or for an unknown one. */
  readonly start: string;
  /** Properties of a data set, and first values of an example. */
  readonly knownOf: (data: string) => {
    readonly known: Known;
    readonly usual: { readonly [Name in keyof S]?: S[Name] | undefined };
  };
  /** For fields without meaning in another data set. */
  readonly ofDataInWords: string;
  readonly written?: (scenario: S) => S;
  /** Repair across fields, with its sentence. */
  readonly mended?: (values: S) => { readonly values: S; readonly problems: readonly LinkProblem[] };
}

/**
 * Links from a study's table of fields.
 *
 * Own data: names of columns and settings, never a record, and from outside no seed, which would give the noise of the
 * curve; such a seed is refused. Opened again, the link draws from the secure source. Examples keep their seed: records
 * are public, and a lecture needs the same curve.
 */
export function tableLinks<S extends CommonScenario, Known>({
  study,
  fields,
  roles,
  dataSets,
  start,
  knownOf,
  ofDataInWords,
  written = (scenario) => scenario,
  mended = (values) => ({ values, problems: [] }),
}: TableLinks<S, Known>): LinkCodec<S> {
  const names = linesOf(fields).map(([name]) => name);
  const table = { dataSets, start, parameters: Object.keys(parameterNames(roles)) };
  const dataSet = dataField(dataSets, start);
  const entriesOf = (entryOf: (name: keyof S) => Field<S[keyof S]>) =>
    Object.fromEntries(names.map((name) => [name, entryOf(name)])) as unknown as Fields<S>;
  const namesUnknownData = (given: ReadonlyMap<string, string>) => {
    const named = given.get(dataSet.key);
    return named !== undefined && dataSet.parse(named) === undefined;
  };

  const fieldsOfLink = (given: ReadonlyMap<string, string>) => {
    const { known, usual } = knownOf(valueIn(given, dataSet));
    const isUnknown = namesUnknownData(given);
    // A line reads other fields on demand; no two lines may need each other.
    const at = {} as S;
    const made: Partial<Record<keyof S, Field<S[keyof S]>>> = {};
    const entryOf = (name: keyof S) => {
      const { entry, ofData } = fields[name];
      return (made[name] ??=
        isUnknown && ofData ? pinned(entry(at, known, usual[name], table)) : entry(at, known, usual[name], table));
    };
    for (const name of names) Object.defineProperty(at, name, { get: () => valueIn(given, entryOf(name)) });
    return entriesOf(entryOf);
  };

  return {
    study,
    encode: (scenario) => {
      const allowed = written(settled(scenario));
      const { known, usual } = knownOf(allowed.data);
      return encodeLink(
        study,
        entriesOf((name) => fields[name].entry(allowed, known, usual[name], table)),
        allowed,
      );
    },
    decode: (hash) => {
      const link = decodeLink(hash, study, fieldsOfLink);
      const problems: LinkProblem[] = [...link.problems];
      if (namesUnknownData(link.given)) {
        const sentence = `${ofDataInWords} are those of ${link.values.data}, not those in the link.`;
        problems.push({ key: "data", text: "", sentence });
      }
      const { values: found, problems: more } = mended(link.values);
      problems.push(...more);
      const values = settled(found);
      if (values !== found) {
        const sentence = "The outside view of your own data takes no seed from a link; used secure.";
        problems.push({ key: "seed", text: String(found.seed), sentence });
      }
      return { study: link.study, values, problems };
    },
  };
}

/** Values of an example's link, except the screen's and `staying`. */
export function firstShown<S extends CommonScenario>(
  links: LinkCodec<S>,
  data: string,
  staying: readonly (keyof S)[],
): Partial<S> {
  const { values } = links.decode(`#/${links.study}?data=${data}`);
  const kept: readonly PropertyKey[] = ["schema", "calibration", "view", ...staying];
  return Object.fromEntries(Object.entries(values).filter(([name]) => !kept.includes(name))) as Partial<S>;
}
