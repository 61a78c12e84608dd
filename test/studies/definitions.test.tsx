import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { loadExample } from "../../src/core/examples/examples.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import type { TableOutline } from "../../src/core/records/outline.ts";
import type { StudyContract, StudyWorker } from "../../src/core/release/contract.ts";
import { postMapped } from "../../src/core/release/postMap.ts";
import { isRecomputed } from "../../src/core/release/release.ts";
import { PromiseInWords } from "../../src/panels/guarantee/GuaranteePanel.tsx";
import { factorText } from "../../src/panels/guarantee/promiseWords.ts";
import { releaseWordsOf } from "../../src/panels/study/releaseWords.ts";
import type { CommonFacts, StudyDefinition } from "../../src/panels/study/study.ts";
import { budgetProblems } from "../../src/state/scenario/problems.ts";
import { parameterNames } from "../../src/state/scenario/provenance.ts";
import type { FieldRole } from "../../src/state/scenario/provenance.ts";
import { settled } from "../../src/state/scenario/sharedFields.ts";
import type { CommonScenario } from "../../src/state/scenario/sharedFields.ts";
import type { Answer } from "../../src/state/session/session.ts";
import { study as boundary } from "../../src/studies/boundary/definition.ts";
import { boundaryExamples } from "../../src/studies/boundary/model/examples.ts";
import { study as density } from "../../src/studies/density/definition.ts";
import { densityExamples } from "../../src/studies/density/model/examples.ts";
import { study as fabrication } from "../../src/studies/fabrication/definition.ts";
import { fabricationExamples } from "../../src/studies/fabrication/model/examples.ts";
import { study as meanCurve } from "../../src/studies/meanCurve/definition.ts";
import { meanCurveExamples } from "../../src/studies/meanCurve/model/examples.ts";
import { studyWorker as boundaryWorker } from "../../workers/studies/boundary.ts";
import { studyWorker as densityWorker } from "../../workers/studies/density.ts";
import { studyWorker as fabricationWorker } from "../../workers/studies/fabrication.ts";
import { studyWorker as meanCurveWorker } from "../../workers/studies/meanCurve.ts";
import { exampleScenario } from "../support/exampleScenario.ts";
import { unspeakableIn } from "../support/unspeakable.ts";
import { answerOf } from "./answering.ts";
import { csvOfShown, shownOf } from "./presenting.ts";
import type { Shown } from "./presenting.ts";
import { casesOf, firstOf, triesAll } from "../support/fuzzing.ts";

const noTable: TableOutline = { columns: [], rowCount: 0, notices: [] };
const dataSets = meanCurveExamples.flatMap(({ id, variations }) => [
  id,
  ...variations.flatMap(({ data = [] }) => data),
]);
const ids = (examples: readonly { readonly id: string }[]) => examples.map(({ id }) => id);

/** Of a table, so many rows are looked at; a field has 40,000, and all are in `npm run sweep`. */
const lines = casesOf(Infinity, 4000);

/** Examples that are released in every run, a line, a plane and groups of each study; all are in `npm run sweep`. */
const released = new Set([
  ...["hall-1", "sleep", "faithful-2d", "irises", "cars", "iris", "iris-3", "moons"],
  ...["chick-weight", "trial-arms", "tract-profiles", "mirshani-1", "mirshani-figure-2"],
]);

/** The fields of a scenario that name columns of a table. */
const columnFields = ["x", "y", "label", "response", "positive", "curve", "time", "value", "person"];

sound(density, densityWorker, ids(densityExamples), [
  ["sleep", "&route=bernsteinLaplace"],
  ["sleep", "&route=bernsteinComposed"],
  ["faithful-2d", "&route=bernsteinGaussian&correlation=0.5&size=byHand&k=9&order=2"],
  ["mixture-3d", "&route=bernsteinGaussian&size=byHand&k=6&order=2&further=z:%200..1%20at%200.2"],
  ["hall-1", "&route=bernsteinGaussian&size=byHand&k=30&order=3"],
  ["mixture-2d", "&route=bernsteinLaplace"],
  ["mixture-2d", "&route=bernsteinComposed"],
]);
sound(boundary, boundaryWorker, ids(boundaryExamples));
sound(meanCurve, meanCurveWorker, [...new Set(dataSets)]);
sound(fabrication, fabricationWorker, ids(fabricationExamples));

/** What must hold of every study. */
function sound<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  study: StudyDefinition<S, C, M, F, I, T>,
  worker: StudyWorker<C>,
  examples: readonly string[],
  /** Further scenarios of examples, as what is added to their links. */
  variants: readonly (readonly [data: string, change: string])[] = [],
) {
  const { links, session, views } = study;
  const scenarioOf = (data: string, change = "") => exampleScenario(study, data, change);
  const releases = [
    ...examples.filter((data) => triesAll || released.has(data)).map((data) => [data, ""] as const),
    ...firstOf(variants, 4),
  ];

  describe(`the study ${study.id}`, () => {
    test("has its own id in links and in the worker", () => {
      expect([links.study, worker.id]).toEqual([study.id, study.id]);
    });

    test("every field of its scenario has a role, and what the picture follows by itself is for display only", () => {
      const { provenance, ...fields } = links.decode("").values;
      expect(Object.keys(study.roles).sort()).toEqual(Object.keys(fields).sort());
      const roles = study.roles as Readonly<Record<string, FieldRole>>;
      expect(views.live.filter((field) => roles[String(field)] !== "display")).toEqual([]);
      expect(Object.keys(parameterNames(roles))).toEqual(expect.arrayContaining(["epsilon", "delta", "calibration"]));
      expect(Object.values(parameterNames(roles)).every((name) => name !== "")).toBe(true);
    });

    test("nothing that is for display only is read for a release, a choice of columns or a mechanism", () => {
      const roles = study.roles as Readonly<Record<string, FieldRole>>;
      for (const [data, change] of releases) {
        const read = new Set<string>();
        const scenario = new Proxy(scenarioOf(data, change), {
          get: (target, field) => {
            read.add(String(field));
            return target[field as keyof S];
          },
        });
        session.requestOf(scenario);
        session.choiceOf(scenario, outlineOf(loadExample(data)));
        views.mechanismOf(scenario);
        expect([...read].filter((field) => roles[field] === "display")).toEqual([]);
        expect(read.size).toBeGreaterThan(3);
      }
    });

    test.each(examples)("the example %s has no problem, and its link is exact", (data) => {
      const scenario = scenarioOf(data);
      expect(scenario.data).toBe(data);
      expect(links.decode(links.encode(scenario))).toMatchObject({ values: scenario, problems: [] });
      expect([...views.problemsOf(scenario, undefined), ...budgetProblems(scenario)]).toEqual([]);
      expect(session.blocked(scenario)).toBe(false);
    });

    test("a link holds which parameters were chosen while looking, and takes no others", () => {
      const provenance = Object.fromEntries(
        Object.keys(parameterNames(study.roles)).map((field) => [field, "looked" as const]),
      );
      const scenario = { ...links.decode("").values, provenance };
      expect(links.decode(links.encode(scenario)).values.provenance).toEqual(provenance);
      const { values, problems } = links.decode(`#/${study.id}?origin=secret:looked`);
      expect([values.provenance, problems.map(({ key }) => key)]).toEqual([{}, ["origin"]]);
    });

    test("choose on a table without columns names none, and asks for no records that a long table would have", () => {
      const start = links.decode("").values;
      const chosen: S = { ...start, ...session.choose(noTable, start) };
      const named = columnFields.filter((field) => field in chosen && chosen[field as keyof S] !== "");
      expect(named).toEqual([]);
    });

    test.each(examples)("the table of %s fits what is chosen for it, by names and kinds of columns alone", (data) => {
      const outline = outlineOf(loadExample(data));
      const start = links.decode("#/" + study.id + "?data=own").values;
      const change = session.choose(outline, start);
      const chosen: S = { ...start, ...change };
      expect(session.fits(outline, chosen)).toBe(true);
      expect(session.choiceOf(chosen, outline)).toBeDefined();
      const columns = outline.columns.map((column) => ({ ...column, incomplete: !column.incomplete }));
      expect(session.choose({ columns, rowCount: 1, notices: ["other"] }, start)).toEqual(change);
    });

    describe.each(releases)("a release of %s%s", (data, change) => {
      const scenario = scenarioOf(data, change);
      const outside: S = { ...scenario, view: "outside" };
      const answer = answerOf(study, worker, scenario);
      const [inner, outer] = [scenario, outside].map((side) => once(() => shownOf(study, answer, side))) as [
        () => Shown<S, F, I>,
        () => Shown<S, F, I>,
      ];
      const [innerText, outerText] = [inner, outer].map((shown) => once(() => textOf(study, shown()))) as [
        () => string,
        () => string,
      ];

      test("has a δ of at most 1/n, but where it is that of a paper's figure", () => {
        const { recordCount } = inner().view.facts;
        if (!/^(hall|mirshani)-/.test(data)) expect(scenario.delta).toBeLessThanOrEqual(1 / recordCount);
        if (data === "sleep") expect(scenario.delta).toBeLessThanOrEqual(1 / (10 * recordCount));
        expect(recordCount).toBeGreaterThan(1);
      });

      test("is said without NaN or undefined, inside and outside", () => {
        for (const text of [innerText(), outerText()]) {
          expect(text.length).toBeGreaterThan(1000);
          expect(unspeakableIn(text)).toBeUndefined();
        }
      });

      test("promises a factor of e to the ε that stands beside it", () => {
        const { shown, view } = inner();
        const said = renderToStaticMarkup(
          <PromiseInWords view={view} guarantee={study.guarantee(shown, view)} what="release" />,
        );
        const exponent = /a factor of e<sup>(.+?)<\/sup>/.exec(said)![1]!;
        const epsilon = exponent === "ε" ? shown.epsilon : Number(exponent);
        expect(said).toContain(`</sup> = ${factorText(epsilon)}`);
      });

      test("is said from outside without anything that only the inside view holds", () => {
        const before = outer();
        expect([before.view.original, before.view.inside]).toEqual([undefined, undefined]);
        const altered = withOtherPrivateParts(answer, before.view.facts);
        expect(textOf(study, shownOf(study, altered, outside))).toBe(outerText());
        const held = inner().view.inside;
        expect(shownOf(study, altered, scenario).view.inside).not.toEqual(held);
        const secret = Object.keys(held as object);
        expect(Object.keys(before.view.facts).filter((name) => secret.includes(name))).toEqual([]);
      });

      test("what a release file says beside its numbers is the same whatever was previewed", () => {
        const drawn = outer();
        const other = shownOf(study, withOtherDraws(answer), outside);
        expect(other.view.released).not.toEqual(drawn.view.released);
        const words = ({ shown, view }: typeof drawn) => {
          const { created, ...said } = releaseWordsOf(
            { study: study.id, data: shown.data },
            view,
            study.table(shown, view),
            study.guarantee(shown, view),
            [],
          );
          return said;
        };
        expect(words(other)).toEqual(words(drawn));
        expect(words(drawn).sheet.parameters.length).toBeGreaterThan(3);
      });

      test("says whose its marks are where they are no lines of a function", () => {
        const { shown, view } = outer();
        expect(study.table(shown, view).marks !== undefined).toBe(study.released?.look?.table === true);
      });

      test("writes no value of the estimate outside, and every one inside", () => {
        const [inside, out] = [inner(), outer()].map(
          (shown) => new Set(csvOfShown(study, shown, undefined, lines).split(/[,\r\n]+/)),
        ) as [Set<string>, Set<string>];
        const units = views.unitsOf?.(answer.parameters) ?? { unit: 1, offset: 0 };
        const { estimate } = answer.release;
        const original = (isRecomputed(answer.release) ? undefined : answer.release.original) ?? estimate;
        const longOf = (of: Float64Array) =>
          Array.from(of.subarray(0, lines), (value) => String(units.offset + units.unit * value)).filter(
            (value) => value.length > 8,
          );
        const carrying = views.postMapOf?.(answer.parameters, answer.scenario);
        const long = longOf(carrying ? postMapped(carrying, original) : original);
        // Records as they were written may all be short.
        if (!isRecomputed(answer.release)) expect(long.length).toBeGreaterThan(Math.min(original.length, lines) / 2);
        expect([inside.has("original"), out.has("original")]).toEqual([true, false]);
        expect(long.filter((value) => !inside.has(value))).toEqual([]);
        expect([...long, ...longOf(estimate)].filter((value) => out.has(value))).toEqual([]);
      });
    });

    test("what is settled can be asked for: own data seen from outside have no seed", () => {
      const own = { ...links.decode(`#/${study.id}?data=own`).values, view: "outside", seed: 3 } as S;
      expect(session.requestOf(settled(own))).toMatchObject({ seed: "secure" });
    });
  });
}

/** What is made when it is first asked for, and then kept. */
function once<Made extends object | string>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

/** All that a page or a file says of what is shown. */
function textOf<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  study: StudyDefinition<S, C, M, F, I, T>,
  { shown, view }: Shown<S, F, I>,
): string {
  const { explanation, ...guarantee } = study.guarantee(shown, view);
  const head = csvOfShown(study, { shown, view }, guarantee.notPrivate, 30).split("\r\n").slice(0, 30);
  return [
    JSON.stringify(guarantee, null, 1),
    renderToStaticMarkup(<>{explanation}</>),
    study.sentence(shown, view),
    ...head,
    study.svg(shown, view),
  ].join("\n");
}

/** The answer with other noise: of a table made from noisy records, with other rows. */
function withOtherDraws<S, C extends StudyContract>(answer: Answer<S, C>): Answer<S, C> {
  const { release } = answer;
  const other = (values: Float64Array) => values.map((value) => 0.5 * value + 1);
  const drawn = isRecomputed(release)
    ? { draws: release.draws.map(other) }
    : { unitNoise: release.unitNoise.map(other) };
  return { ...answer, release: { ...release, ...drawn } };
}

/** The answer with other values of all that is neither public nor drawn: private facts and the records. */
function withOtherPrivateParts<S, C extends StudyContract>(answer: Answer<S, C>, facts: object): Answer<S, C> {
  const drawn = ["estimate", "unitNoise", "draws", "deviation"];
  const other = (value: unknown) => {
    if (ArrayBuffer.isView(value)) return (value as Float64Array).map((each) => 0.5 * each + 1);
    return typeof value === "number" ? 2 * value + 7 : value;
  };
  const isPrivate = (key: string) => !(key in facts) && !drawn.includes(key) && key !== "curveCount";
  const release = Object.fromEntries(
    Object.entries(answer.release).map(([key, value]) => [key, isPrivate(key) ? other(value) : value]),
  ) as unknown as Answer<S, C>["release"];
  return { ...answer, release, records: withOtherNumbers(answer.records) };
}

/** Records whose numbers are others; what names them stays. */
function withOtherNumbers<R extends object>(records: R): R {
  const other = (value: unknown): unknown => {
    if (value instanceof Float64Array) return value.map((each) => 0.9 * each);
    return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value)
      ? withOtherNumbers(value)
      : value;
  };
  return Object.fromEntries(Object.entries(records).map(([key, value]) => [key, other(value)])) as R;
}
