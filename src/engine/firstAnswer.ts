import { base64OfBytes, bytesOfBase64 } from "../core/base64.ts";
import type { TableOutline } from "../core/records/outline.ts";
import type { RecomputedRelease, ScalableRelease } from "../core/release/release.ts";
import type { Held, OpenTable, RecordsId, TableId } from "./contract.ts";

export interface FirstAnswer {
  readonly study: string;
  readonly example: string;
  readonly outline: TableOutline;
  readonly choice: unknown;
  readonly records: object;
  readonly parameters: object;
  readonly release: ScalableRelease | RecomputedRelease;
}

export function writtenFirstAnswer(answer: FirstAnswer): string {
  return JSON.stringify(answer, (_, value: unknown) => {
    if (!(value instanceof Float64Array)) return value;
    return { [doubles]: base64OfBytes(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) };
  });
}

export function readFirstAnswer(text: string): FirstAnswer {
  return JSON.parse(text, (_, value: unknown) => {
    const written = (value as { readonly [doubles]?: string } | null)?.[doubles];
    return written === undefined ? value : new Float64Array(bytesOfBase64(written).buffer);
  }) as FirstAnswer;
}

const doubles = "doubles in base 64";

/** Matches requests until its release is taken. */
export interface GivenFirst {
  /** Its table, once. */
  open(example: string, add: () => TableId): Promise<OpenTable | undefined>;
  /** Its records, if the request matches. */
  records(
    study: string,
    table: TableId,
    choice: unknown,
    hold: (records: object) => RecordsId,
  ): Held<object> | undefined;
  /** Once; later its arrays go to a worker. */
  release(records: RecordsId, parameters: object): FirstAnswer["release"] | undefined;
}

export function createGivenFirst(coming: Promise<FirstAnswer | undefined> | undefined): GivenFirst {
  let answer: FirstAnswer | undefined;
  let table: TableId | undefined;
  let held: RecordsId | undefined;
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  return {
    open: async (example, add) => {
      const first = await coming;
      if (first?.example !== example || table !== undefined) return undefined;
      answer = first;
      table = add();
      return { id: table, outline: first.outline };
    },
    records: (study, of, choice, hold) => {
      if (study !== answer?.study || of !== table || !isSame(choice, answer.choice)) return undefined;
      held = hold(answer.records);
      return { id: held, value: answer.records };
    },
    release: (records, parameters) => {
      if (!answer || records !== held || !isSame(parameters, answer.parameters)) return undefined;
      const { release } = answer;
      answer = undefined;
      return release;
    },
  };
}
