import { aldaFigure1 } from "../../src/core/datasets/examples/aldaFigures.ts";
import { latticeAccumulation } from "../../src/core/datasets/latticeAccumulation.ts";
import type { CountedRecords } from "../../src/core/datasets/countedRecords.ts";
import { recordsFromCounts } from "../../src/core/datasets/countedRecords.ts";
import { isKeyOf, outsideName } from "../../src/core/datasets/onlyRows.ts";
import { recordsFrom } from "../../src/core/datasets/records.ts";
import { ParameterError } from "../../src/core/errors.ts";
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
import type { Carrying } from "../../src/core/releases/carrying.ts";
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
      ? densityOfCounts(recordsFromCounts(table))
      : densityOfRows(recordsFrom({ table, ...choice }), choice),
  growing: ({ columns, missing, person, lattice, fill, only }) => {
    if (!lattice) return undefined;
    const counts = latticeAccumulation({
      ...{ axes: lattice, missing },
      ...(person && { bound: person.bound }),
      ...(fill !== undefined && { fill }),
      ...(only && { wanted: isKeyOf(only) }),
    });
    return {
      columns: [
        ...columns.map((name) => ({ name, asKey: false })),
        ...(only ? [{ name: only.column, asKey: true }] : []),
        ...(person ? [{ name: person.column, asKey: true }] : []),
      ],
      take: counts.take,
      records: (unread = []) => {
        const counted = counts.counted();
        const named = columns.map((column, k) => ({ column, ...unread[k]! })).filter(({ count }) => count > 0);
        return (
          counted && {
            ...counted,
            droppedCount: counts.droppedCount(),
            ...(named.length > 0 && { unread: named }),
            ...(only && { outside: { name: outsideName(only), count: counts.outsideCount() } }),
            ...(person && { recordsPerPerson: person.bound }),
          }
        );
      },
    };
  },
  arraysOf: ({ points, multiplicities }) =>
    multiplicities ? [points.coordinates, multiplicities] : [points.coordinates],
  tasksOn: ({ points, multiplicities, outside, recordsPerPerson }) => {
    const online = new Map<number, { readonly release: OnlineRelease; entry: string | undefined }>();
    const onlineOf = (session: number) => {
      const held = online.get(session);
      if (held) return held;
      throw new ParameterError("session", session, "one that this worker holds: its noise is lost");
    };
    /** The records one by one. @throws {ParameterError} if they are counts */
    const single = () => {
      if (outside) {
        // How many records the filter leaves is private: whatever takes their number for n is not for them.
        throw new ParameterError("route", "a filter", "a Gaussian process released at once, of some of the rows");
      }
      if (!multiplicities) return points;
      throw new ParameterError("route", "counts", "a Gaussian process for counts: all else needs the records");
    };
    type Parameters = DensityContract["tasks"]["release"]["parameters"];
    const planOn = remember(
      ({ domain, declared, count, atom, ...framing }: DensityFraming & Pick<Parameters, "domain"> & PlanOn) => {
        const rest = atom === undefined ? points : withoutAtom(points, multiplicities, atom);
        const counts = points.coordinates.length - rest.coordinates.length;
        return planDensity({
          points: densityFrame({ ...framing, ...plainBumps, domain: declared })?.recordsOf(rest) ?? rest,
          multiplicities,
          domain,
          count,
          apart: [
            ...(atom === undefined ? [] : [{ name: `share of the records at ${atom}`, at: atom, count: counts }]),
            ...(outside ? [outside] : []),
          ],
        });
      },
    );
    const planFor = (domain: Parameters["domain"], atom?: number) =>
      planOn({ domain, declared: domain, ...(atom !== undefined && { atom }) });
    /** The plan of what is asked for on its own scale, the parameters there, and the way back. */
    const framed = <P extends DensityTargetParameters & DensityFraming>(parameters: P): Framed<P> => {
      const frame = densityFrame(parameters);
      if (!frame) return { plan: planFor(parameters.domain, parameters.atom), parameters, carrying: undefined };
      const { transformation, reflection, domain: declared, atom } = parameters;
      const domain = [frame.domain];
      return {
        plan: planOn({
          domain,
          declared,
          count: frame.count,
          ...(transformation && { transformation }),
          ...(reflection !== undefined && { reflection }),
          ...(atom !== undefined && { atom }),
        }),
        parameters: { ...parameters, domain },
        carrying: frame.carrying,
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
  return { ...plan.target(parameters), ...(carrying && { carrying }) };
}

/** The places of counted records; labels and responses do not matter to a density, so equal places may come several times. */
function densityOfCounts({ points, multiplicities, recordsPerPerson }: CountedRecords): DensityContract["records"] {
  return { points, multiplicities, recordsPerPerson, droppedCount: 0 };
}

/** The records that are not at a declared value: told apart as they are, before any domain or scale. */
function withoutAtom(
  { dimension, coordinates }: Points,
  multiplicities: Float64Array | undefined,
  atom: number,
): Points {
  if (dimension !== 1) throw new ParameterError("atom", atom, "absent where there are two columns");
  if (multiplicities) throw new ParameterError("atom", atom, "absent for counts, whose records were rounded");
  return { dimension, coordinates: coordinates.filter((value) => value !== atom) };
}

/** Rows of a table as they were read, and what a filter left out of them. */
function densityOfRows(
  { points, droppedCount, outsideCount }: ReturnType<typeof recordsFrom>,
  { only, person }: DensityContract["choice"],
): DensityContract["records"] {
  return {
    ...{ points, droppedCount },
    ...(only && { outside: { name: outsideName(only), count: outsideCount! } }),
    ...(person && { recordsPerPerson: person.bound }),
  };
}

/** About 2·10⁷ kernel evaluations, and at least 16 probes. */
function probeCount({ coordinates, dimension }: Points): number {
  return Math.max(16, Math.min(250, Math.floor((2e7 * dimension) / coordinates.length)));
}
