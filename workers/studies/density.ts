import { aldaFigure1 } from "../../src/core/datasets/examples/aldaFigures.ts";
import { levelOfKey } from "../../src/core/datasets/declaredLevels.ts";
import { latticeAccumulation } from "../../src/core/datasets/latticeAccumulation.ts";
import type { CountedRecords } from "../../src/core/datasets/countedRecords.ts";
import { recordsFromCounts } from "../../src/core/datasets/countedRecords.ts";
import { isKeyOf, outsideName } from "../../src/core/datasets/onlyRows.ts";
import { recordsFrom } from "../../src/core/datasets/records.ts";
import { ParameterError } from "../../src/core/errors.ts";
import { levelAxis } from "../../src/core/grids.ts";
import { measureBinnedDifference } from "../../src/core/estimators/binnedDifference.ts";
import type { Points } from "../../src/core/points.ts";
import type { StudyWorker } from "../../src/core/releases/contract.ts";
import {
  densityAxes,
  latticeSensitivityFormulas,
  planBernsteinDensity,
} from "../../src/core/releases/bernsteinDensity.ts";
import type { DensityShape } from "../../src/core/releases/bernsteinDensity.ts";
import { bandwidthMatrixOf, isOfGaussianBumps } from "../../src/core/releases/densityForm.ts";
import { planDensity } from "../../src/core/releases/density.ts";
import type {
  DensityContract,
  DensityParameters,
  DensityTargetParameters,
} from "../../src/core/releases/densityContract.ts";
import type { DensityPlan } from "../../src/core/releases/density.ts";
import { carryingOfParts } from "../../src/core/releases/carrying.ts";
import type { Carrying } from "../../src/core/releases/carrying.ts";
import { coordinatesAt, elsewhereName, partsOf } from "../../src/core/releases/densityParts.ts";
import { densityFrame } from "../../src/core/releases/densityFrame.ts";
import type { DensityFraming } from "../../src/core/releases/densityFrame.ts";
import type { Allocate } from "../../src/core/bufferPool.ts";
import { chooseDensity, choiceOdds } from "../../src/core/releases/densityChoice.ts";
import { buyForDensity } from "../../src/core/releases/densityPurchase.ts";
import { openOnlineDensity } from "../../src/core/releases/onlineDensity.ts";
import { peakVisibility, preparedNoise } from "../../src/core/releases/peakVisibility.ts";
import { comparingDensity } from "../../src/core/releases/densityComparison.ts";
import type { PolynomialRelease } from "../../src/core/releases/polynomialRelease.ts";
import { releasingPolynomial } from "../../src/core/releases/privatePolynomial.ts";
import type { GridTarget } from "../../src/core/releases/privateRelease.ts";
import { releasingPrivately } from "../../src/core/releases/privateRelease.ts";
import { cryptographicSource } from "../../src/core/random/cryptographicSource.ts";
import type { OnlineRelease } from "../../src/core/privacy/mechanisms/online.ts";
import { heldAxes } from "../../src/core/releases/heldBox.ts";
import {
  boundOnRecords,
  personsFormula,
  releaseOfPersons,
  targetOfPersons,
} from "../../src/core/releases/recordsPerPerson.ts";
import { remember } from "../../src/core/remember.ts";

import { freshWords } from "../freshWords.ts";
import { rehearseOnline } from "../rehearsal.ts";

/** The density study in a worker; a plan lasts as long as the domain. */
export const studyWorker: StudyWorker<DensityContract> = {
  id: "density",
  recordsFrom: (table, choice) =>
    choice.counted
      ? densityOfCounts(recordsFromCounts(table, choice.atom !== undefined, choice.groups), choice)
      : densityOfRows(recordsFrom({ table, ...choice }), choice),
  growing: ({ columns, missing, person, lattice, fill, only, groups, atom }) => {
    if (!lattice) return undefined;
    const counts = latticeAccumulation({
      ...{ axes: lattice, missing },
      ...(person && { bound: person.bound }),
      ...(fill !== undefined && { fill }),
      ...(only && { wanted: isKeyOf(only) }),
      ...(groups && { groups: { count: groups.levels.length, of: levelOfKey(groups) } }),
      ...(atom !== undefined && { atom }),
    });
    return {
      columns: [
        ...columns.map((name) => ({ name, asKey: false })),
        ...(only ? [{ name: only.column, asKey: true }] : []),
        ...(groups ? [{ name: groups.column, asKey: true }] : []),
        ...(person ? [{ name: person.column, asKey: true }] : []),
      ],
      take: counts.take,
      records: (unread = []) => {
        const found = counts.counted();
        const named = columns.map((column, k) => ({ column, ...unread[k]! })).filter(({ count }) => count > 0);
        return (
          found && {
            ...{ points: found.points, multiplicities: found.multiplicities },
            droppedCount: counts.droppedCount(),
            ...(named.length > 0 && { unread: named }),
            ...(only && { outside: { name: outsideName(only), count: counts.outsideCount() } }),
            ...(groups && { groups: { ...groups, of: found.levels!, elsewhere: counts.elsewhereCount() } }),
            ...(atom !== undefined && { atom: { at: atom, count: counts.atomCount() } }),
            ...(person && { recordsPerPerson: person.bound }),
          }
        );
      },
    };
  },
  arraysOf: ({ points, multiplicities, groups }) => [
    points.coordinates,
    ...(multiplicities ? [multiplicities] : []),
    ...(groups ? [groups.of] : []),
  ],
  tasksOn: (records) => {
    const { points, multiplicities, outside, groups, recordsPerPerson } = records;
    const online = new Map<number, { readonly release: OnlineRelease; entry: string | undefined }>();
    const onlineOf = (session: number) => {
      const held = online.get(session);
      if (held) return held;
      throw new ParameterError("session", session, "one that this worker holds: its noise is lost");
    };
    /** The records one by one. @throws {ParameterError} if they are counts */
    const single = () => {
      if (outside || groups) {
        // How many records are where is private: whatever takes the number of some for n is not for them.
        const what = outside ? "a filter" : "groups";
        throw new ParameterError("route", what, "a Gaussian process released at once, of some of the rows");
      }
      if (!multiplicities && !records.atom) return points;
      throw new ParameterError("route", "counts", "a Gaussian process for counts: all else needs the records");
    };
    type Parameters = DensityContract["tasks"]["release"]["parameters"];
    const planOn = remember(
      ({ domain, declared, count, atom, levels, ...framing }: DensityFraming & Pick<Parameters, "domain"> & PlanOn) => {
        const { parts, atAtom, elsewhere } = partsOf(records, { atom, levels });
        const frame = densityFrame({ ...framing, ...plainBumps, domain: declared });
        const framedParts = frame ? parts.map((part) => ({ ...part, points: frame.recordsOf(part.points) })) : parts;
        return planDensity({
          ...{ parts: framedParts, domain, count },
          apart: [
            ...(atom === undefined ? [] : [{ name: `share of the records at ${atom}`, at: atom, count: atAtom }]),
            ...(outside ? [outside] : []),
            ...(groups ? [{ name: elsewhereName(groups), count: elsewhere }] : []),
          ],
        });
      },
    );
    const planFor = (domain: Parameters["domain"], { atom, levels }: Pick<Parameters, "atom" | "levels"> = {}) =>
      planOn({ domain, declared: domain, ...(atom !== undefined && { atom }), ...(levels && { levels }) });
    /** The plan of what is asked for on its own scale, the parameters there, and the way back. */
    const framed = <P extends DensityTargetParameters & DensityFraming>(parameters: P): Framed<P> => {
      const frame = densityFrame(parameters);
      if (!frame) return { plan: planFor(parameters.domain, parameters), parameters, carrying: undefined };
      const { transformation, reflection, domain: declared, atom, levels } = parameters;
      const domain = [frame.domain];
      return {
        plan: planOn({
          domain,
          declared,
          count: frame.count,
          ...(transformation && { transformation }),
          ...(reflection !== undefined && { reflection }),
          ...(atom !== undefined && { atom }),
          ...(levels && { levels }),
        }),
        parameters: { ...parameters, domain },
        carrying: levels ? carryingOfParts(frame.carrying, frame.count, levels) : frame.carrying,
      };
    };
    const polynomialFor = remember((shape: DensityShape) =>
      planBernsteinDensity({
        points: single(),
        ...shape,
        drawnOnGrid: () => {
          const { domain, bandwidths, correlation } = shape;
          const process = { route: "gaussian", relativeRate: 1, drawCount: 1, seed: 0 } as const;
          return planFor(domain).release({ domain, bandwidths, correlation, ...process }).estimate;
        },
      }),
    );
    const boundOf = (parameters: { readonly recordsPerPerson?: number }) =>
      boundOnRecords(parameters.recordsPerPerson, recordsPerPerson);
    /** What has the sensitivity of one record. @throws {ParameterError} if a person may have several */
    const eachAPerson = <P extends object>(parameters: P): P => {
      if (boundOf(parameters) === 1) return parameters;
      throw new ParameterError(
        "route",
        "made for one row a person",
        "a Gaussian process released at once, where a person may have several rows",
      );
    };
    const shapeOf = ({
      domain,
      held,
      bandwidths,
      correlation,
      recordsPerPerson: asked,
    }: DensityShape): DensityShape => ({
      ...{ domain, held, bandwidths, correlation },
      recordsPerPerson: boundOnRecords(asked, recordsPerPerson),
    });
    return {
      release: {
        run: (parameters, allocate) =>
          parameters.polynomial
            ? polynomialFor(shapeOf(parameters)).release(parameters.polynomial, parameters)
            : releaseOfPersons(releaseFramed(framed(parameters), allocate), boundOf(parameters)),
        arraysOf: ({ estimate, unitNoise, original }) => [estimate, ...unitNoise, ...(original ? [original] : [])],
      },
      latticeRelease: {
        run: ({ budget, ...parameters }) =>
          parameters.polynomial
            ? releasingPolynomial(
                polynomialFor(shapeOf(parameters)).target(parameters.polynomial),
                {
                  axes: densityAxes(parameters),
                  held: heldAxes(parameters),
                  units: { scale: 1, offset: 0 },
                  formula: personsFormula(latticeSensitivityFormulas[parameters.polynomial.law], boundOf(parameters)),
                },
                budget,
                freshWords(),
              )
            : releasingPrivately(
                targetOfPersons(targetFramed(framed(parameters)), boundOf(parameters)),
                budget,
                freshWords(),
              ),
        arraysOf: ({ integers, values }) => [integers, values],
      },
      aldaFigure: { run: (change) => aldaFigure1(change) },
      compare: {
        run: ({ density, ...parameters }) =>
          comparingDensity(single(), { ...parameters, density: { ...density, recordsPerPerson: boundOf(density) } }),
        arraysOf: ({ releases }) => releases,
        inTurn: true,
      },
      difference: {
        run: function* (asked) {
          const { plan, parameters } = framed(asked);
          yield 0;
          const { estimate } = plan.release({ ...parameters, drawCount: 1 });
          return yield* measureBinnedDifference({
            points: densityFrame(asked)?.recordsOf(single()) ?? single(),
            grid: plan.grid,
            bumps: isOfGaussianBumps(parameters)
              ? { bandwidthMatrix: bandwidthMatrixOf(parameters) }
              : { kernel: parameters.bump!, bandwidths: parameters.bandwidths },
            values: estimate,
            probeCount: probeCount(points),
          });
        },
      },
      onlineOpen: {
        run: (parameters) => {
          const { release, terms } = openOnlineDensity({
            ...eachAPerson(parameters),
            points: single(),
            words: freshWords(),
          });
          const session = freshWords().word();
          online.set(session, { release, entry: undefined });
          if (terms.isFast) rehearseOnline();
          return { session, terms };
        },
      },
      onlinePaid: {
        run: ({ session, entry }) => {
          const held = onlineOf(session);
          if (!/^[0-9a-f]{32}$/.test(entry)) throw new ParameterError("entry", entry, "the id of a ledger entry");
          held.entry ??= entry;
          return undefined;
        },
      },
      onlineAsk: {
        run: ({ session, at }) => {
          const { release, entry } = onlineOf(session);
          if (entry === undefined) throw new ParameterError("session", session, "one that a ledger entry has paid for");
          return release.query({ dimension: points.dimension, coordinates: at });
        },
        arraysOf: (values) => [values],
      },
      purchase: {
        run: (parameters) =>
          buyForDensity({ ...eachAPerson(parameters), points: single(), random: cryptographicSource() }),
      },
      choose: {
        run: (parameters) => chooseDensity(eachAPerson(parameters), single(), cryptographicSource()),
      },
      choiceOdds: {
        run: (parameters) => choiceOdds(eachAPerson(parameters), single()),
        arraysOf: (odds) => [odds],
      },
      visibility: {
        run: function* (parameters) {
          const { polynomial, domain } = parameters;
          if (!polynomial) return yield* planFor(domain).visibility(parameters);
          const releaseCount = densityAxes(parameters).length === 1 ? 200 : 50;
          const noise = { drawCount: releaseCount, seed: 20261122 };
          const release = polynomialFor(shapeOf(parameters)).release(polynomial, noise);
          yield 0;
          const grid = { axes: densityAxes(parameters) };
          return yield* peakVisibility({
            values: release.estimate,
            original: release.original,
            grid,
            noiseOn: preparedNoise(release.unitNoise, grid, release.jitter),
            // The proved bound is far above what a polynomial in space does; these draws say what noise alone makes.
            quantile: Math.min(release.simultaneousQuantile, drawnQuantile(release)),
            releaseCount,
          });
        },
      },
    };
  },
};

/** Of a scale and its ends, what the records are mapped to: bumps do not matter for it. */
const plainBumps = { bandwidths: [1], correlation: 0, route: "gaussian", relativeRate: 1 } as const;

/** What 95 in 100 draws of the noise stay within on the grid, in units of its largest deviation. */
function drawnQuantile({ unitNoise, jitter }: Pick<PolynomialRelease, "unitNoise" | "jitter">): number {
  const highest = unitNoise
    .map((draw) => draw.reduce((most, value) => Math.max(most, Math.abs(value)), 0))
    .sort((a, b) => a - b);
  return highest[Math.ceil(0.95 * highest.length) - 1]! / Math.sqrt(1 + jitter);
}

interface PlanOn {
  /** The domain that was declared, before any scale. */
  readonly declared: DensityContract["tasks"]["release"]["parameters"]["domain"];
  readonly count?: number;
  /** The value whose records are counted apart. */
  readonly atom?: number;
  /** The names of the groups. */
  readonly levels?: readonly string[];
}

interface Framed<P> {
  readonly plan: DensityPlan;
  readonly parameters: P;
  readonly carrying: Carrying | undefined;
}

function releaseFramed({ plan, parameters }: Framed<DensityParameters>, allocate: Allocate) {
  return plan.release(parameters, allocate);
}

function targetFramed({ plan, parameters, carrying }: Framed<DensityTargetParameters>): GridTarget {
  const target = plan.target(parameters);
  const { levels } = parameters;
  return {
    ...target,
    ...(levels && { axes: [...target.axes, levelAxis(levels)] }),
    ...(carrying && { carrying }),
  };
}

/** The places of counted records; of their labels only groups are made, so that equal places may come several times. */
function densityOfCounts(
  { points, multiplicities, recordsPerPerson, levels, atom }: CountedRecords,
  { groups }: DensityContract["choice"],
): DensityContract["records"] {
  const held = { recordsPerPerson, droppedCount: 0, ...(atom && { atom }) };
  if (!groups) return { points, multiplicities, ...held };
  if (!levels) throw new ParameterError("column", groups.column, "a label that was counted with the records");
  const kept = Array.from(levels.keys()).filter((i) => levels[i]! >= 0);
  const all = multiplicities.reduce((sum, count) => sum + count, 0);
  const inGroups = kept.reduce((sum, i) => sum + multiplicities[i]!, 0);
  return {
    points: { dimension: points.dimension, coordinates: coordinatesAt(points, kept) },
    multiplicities: Float64Array.from(kept, (i) => multiplicities[i]!),
    groups: { ...groups, of: Int32Array.from(kept, (i) => levels[i]!), elsewhere: all - inGroups },
    ...held,
  };
}

/** Rows of a table as they were read, and what a filter left out of them. */
function densityOfRows(
  { points, droppedCount, outsideCount, levels, elsewhereCount }: ReturnType<typeof recordsFrom>,
  { only, groups, person }: DensityContract["choice"],
): DensityContract["records"] {
  return {
    ...{ points, droppedCount },
    ...(only && { outside: { name: outsideName(only), count: outsideCount! } }),
    ...(groups && { groups: { ...groups, of: levels!, elsewhere: elsewhereCount! } }),
    ...(person && { recordsPerPerson: person.bound }),
  };
}

/** About 2·10⁷ kernel evaluations, and at least 16 probes. */
function probeCount({ coordinates, dimension }: Points): number {
  return Math.max(16, Math.min(250, Math.floor((2e7 * dimension) / coordinates.length)));
}
