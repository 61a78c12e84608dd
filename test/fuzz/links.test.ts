import { describe, expect, test } from "vitest";
import { loadExample } from "../../src/core/examples/examples.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import type { StudyContract, StudyWorker } from "../../src/core/release/contract.ts";
import { NumericalError, ParameterError } from "../../src/core/errors.ts";
import type { CommonFacts, StudyDefinition } from "../../src/panels/study/study.ts";
import { budgetProblems } from "../../src/state/scenario/problems.ts";
import { budgetLimits, settled } from "../../src/state/scenario/sharedFields.ts";
import type { CommonScenario } from "../../src/state/scenario/sharedFields.ts";
import { answerOf } from "../studies/answering.ts";
import { csvOfShown, numbersIn, shownOf } from "../studies/presenting.ts";
import { casesOf, chanceOf, damaged, hostileTexts } from "../support/fuzzing.ts";
import type { Chance } from "../support/fuzzing.ts";
import { unspeakableIn } from "../support/unspeakable.ts";

type Definition = StudyDefinition<CommonScenario, StudyContract, unknown, CommonFacts, unknown, unknown>;

const definitions = Object.values(
  import.meta.glob<Definition>("../../src/studies/*/definition.ts", { eager: true, import: "study" }),
);
const workers = Object.values(
  import.meta.glob<StudyWorker<StudyContract>>("../../workers/studies/*.ts", { eager: true, import: "studyWorker" }),
);

interface Example {
  readonly id: string;
  readonly variations?: readonly { readonly data?: string }[];
}
const examples = import.meta.glob<Record<string, unknown>>("../../src/studies/*/model/examples.ts", { eager: true });

/** Together 10⁴ links. */
const links = Math.ceil(casesOf(10_000, 200) / definitions.length);
/** One link of 50 is also asked of the worker, with at most three draws. */
const askedEvery = 50;

test("there is a worker for every study", () => {
  expect(workers.map(({ id }) => id).sort()).toEqual(definitions.map(({ id }) => id).sort());
  expect(definitions.length).toBeGreaterThan(2);
});

describe.each(definitions)("hostile links to $id", (study) => {
  const { links: codec, session, views } = study;
  const worker = workers.find(({ id }) => id === study.id)!;
  const start = codec.decode("").values;
  const beginning = codec.encode(start);
  const data = dataSetsOf(study.id);

  const keys = [
    ...new Set(
      data.flatMap((id) =>
        entriesOf(codec.encode(codec.decode(`#/${study.id}?data=${id}`).values)).map(([key]) => key),
      ),
    ),
  ];

  test("give a scenario within its limits, and a link that is read back as it is", () => {
    const chance = chanceOf(study.id.length);
    let [understood, asked, refused] = [0, 0, 0];
    for (let i = 0; i < links; i++) {
      const link = hostileLink(study.id, beginning, keys, data, chance);
      const { values, problems } = codec.decode(link);
      const told = JSON.stringify(link);
      if (problems.length === 0) understood++;
      expect(problems.length, told).toBeLessThanOrEqual(13);
      for (const { sentence, key, text } of problems) {
        expect(sentence.length, told).toBeLessThan(700);
        expect(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.exec(sentence + key + text), told).toBe(null);
      }

      for (const field of ["epsilon", "delta", "draws"] as const) {
        const { min, max } = budgetLimits[field];
        const isWithin = values[field] >= min && values[field] <= max;
        expect(isWithin || values[field] === start[field], `${field} of ${told}`).toBe(true); // δ of pure mechanisms is 0.
      }
      expect(
        numbersIn(values).filter((value) => !Number.isFinite(value)),
        told,
      ).toEqual([]);
      const again = codec.encode(values);
      expect(again.length, told).toBeLessThan(8_000);
      expect(again, told).toMatch(/^#\/\w+\?[\w=&.,+%~:*()!'-]*$/);
      expect(codec.encode(codec.decode(again).values), told).toBe(again);

      const told2 = [...views.problemsOf(values, undefined), ...budgetProblems(values)].map(({ sentence }) => sentence);
      expect(
        told2.filter((sentence) => /undefined|\[object|NaN/.test(sentence)),
        told,
      ).toEqual([]);
      if (values.data === "own" || session.blocked(values) || i % askedEvery !== 0) continue;
      asked++;
      if (!isShown(study, worker, { ...settled(values), draws: Math.min(values.draws, 3) }, told)) refused++;
    }
    expect([understood > 0, asked > 0, refused < asked]).toEqual([true, true, true]);
  });
});

/** Whether what a scenario asks for is computed, and is finite in all that is said; a refusal is one in words. */
function isShown(
  study: Definition,
  worker: StudyWorker<StudyContract>,
  scenario: CommonScenario,
  told: string,
): boolean {
  const outline = outlineOf(loadExample(scenario.data));
  if (!study.session.choiceOf(scenario, outline)) return false;
  let answer;
  try {
    answer = answerOf(study, worker, scenario);
  } catch (error) {
    expect(error instanceof ParameterError || error instanceof NumericalError, `${told}: ${String(error)}`).toBe(true);
    return false;
  }
  const shown = shownOf(study, answer, scenario);
  const numbers = numbersIn(answer.release.estimate);
  expect(numbers.length > 0 && numbers.every(Number.isFinite), told).toBe(true);
  const said = [study.sentence(shown.shown, shown.view), study.svg(shown.shown, shown.view), csvOfShown(study, shown)];
  expect(unspeakableIn(said.join("\n")), told).toBeUndefined();
  return true;
}

/** A link that was whole, or made of parts that do not belong together, and up to three accidents. */
function hostileLink(
  study: string,
  beginning: string,
  keys: readonly string[],
  data: readonly string[],
  chance: Chance,
): string {
  const { below, one, uniform } = chance;
  const entries = entriesOf(beginning);
  const number = () => String((uniform() - 0.3) * 10 ** (12 * uniform() - 6));
  const value = (key: string) => {
    if (key === "data") return one(data);
    const wild = [one(hostileTexts), number(), `${number()}..${number()}`, String(below(60))];
    return one(wild);
  };
  const count = below(6);
  for (let k = 0; k < count; k++) {
    const key = below(12) === 0 ? one(hostileTexts) : one(keys);
    const text = value(key);
    const at = entries.findIndex(([name]) => name === key);
    if (at >= 0 && below(8) > 0) entries[at] = [key, text];
    else entries.push([key, text]);
  }
  const coded = (text: string) => (below(10) === 0 ? text : encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd")));
  let link = `#/${below(30) === 0 ? one(hostileTexts) : study}?${entries.map((entry) => entry.map(coded).join("=")).join("&")}`;
  for (let k = below(4) - 1; k > 0; k--) link = damaged(link, chance);
  return link;
}

function entriesOf(link: string): [key: string, text: string][] {
  return link
    .slice(link.indexOf("?") + 1)
    .split("&")
    .map((entry) => entry.split("=").map((part) => decodeURIComponent(part.replaceAll("+", " "))) as [string, string]);
}

/** What a link of a study can name as its data: the examples, the data of their variations, and one's own. */
function dataSetsOf(id: string): readonly string[] {
  const lists = Object.values(examples[`../../src/studies/${id}/model/examples.ts`] ?? {}).filter(
    Array.isArray,
  ) as Example[][];
  const named = lists.flat().flatMap(({ id, variations = [] }) => [id, ...variations.flatMap(({ data = [] }) => data)]);
  return [...named, "own"];
}
