import { valueIn } from "./linkCodec.ts";
import type { Field, Fields, LinkCodec } from "./linkCodec.ts";
import { linesOf } from "./fieldTable.ts";
import type { FieldTable } from "./fieldTable.ts";
import { parameterNames } from "./provenance.ts";
import type { FieldRoles } from "./provenance.ts";
import type { CommonScenario } from "./sharedFields.ts";
import { studyLinks } from "./studyLinks.ts";
import type { StudyLinks } from "./studyLinks.ts";

interface TableLinks<S, Known> extends Omit<StudyLinks<S>, "fieldsOf" | "fieldsOfLink" | "ofData"> {
  readonly fields: FieldTable<S, S, Known>;
  readonly roles: FieldRoles<S>;
  /** What is known of a data set, and the values with which an example is first shown. */
  readonly knownOf: (data: string) => {
    readonly known: Known;
    readonly usual: { readonly [Name in keyof S]?: S[Name] | undefined };
  };
}

/** The links of a study's scenarios, from its table of fields. */
export function tableLinks<S extends CommonScenario, Known>({
  fields,
  roles,
  knownOf,
  ...study
}: TableLinks<S, Known>): LinkCodec<S> {
  const lines = linesOf(fields);
  const table = { ...study, parameters: Object.keys(parameterNames(roles)) };
  return studyLinks<S>({
    ...study,
    fieldsOf: (scenario) => {
      const { known, usual } = knownOf(scenario.data);
      return fromEntries(lines.map(([name, { entry }]) => [name, entry(scenario, known, usual[name], table)]));
    },
    fieldsOfLink: (given, ofData, { data }) => {
      const { known, usual } = knownOf(data);
      // A line reads another field when it needs it, whatever their order; no two lines may need each other.
      const at = {} as S;
      const made: Partial<Record<keyof S, Field<S[keyof S]>>> = {};
      const entryOf = (name: keyof S) => (made[name] ??= fields[name].entry(at, known, usual[name], table));
      for (const [name, line] of lines) {
        Object.defineProperty(at, name, { get: () => valueIn(line.ofData ? ofData : given, entryOf(name)) });
      }
      return fromEntries(lines.map(([name]) => [name, entryOf(name)]));
    },
    ofData: lines.flatMap(([name, { ofData }]) => (ofData ? [name] : [])),
  });
}

function fromEntries<S>(entries: readonly (readonly [keyof S, Field<S[keyof S]>])[]): Fields<S> {
  return Object.fromEntries(entries) as unknown as Fields<S>;
}
