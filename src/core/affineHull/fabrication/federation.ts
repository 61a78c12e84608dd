import { checkAllFinite, checkLength } from "../../checks.ts";
import { fitDeepAffineHullMachine, type DeepAffineHullMachine } from "../machine/deepAffineHullMachine.ts";
import { nearestClasses, federatedDecision } from "../machine/federatedDecision.ts";
import { mapSlices } from "../../slices.ts";
import { pointCount, pointsAt, type Points } from "../../points.ts";
import { shownSource } from "../../random/shownSource.ts";
import { fabricateNoisyRows } from "./fabricatedBranches.ts";
import { foundShare } from "./fabrication.ts";
import type { FabricationParameters } from "./fabricationParameters.ts";
import { addNoise } from "./tableNoise.ts";
import { tableRows, type ClassifiedRecords } from "./tableRows.ts";

/** Public. */
export type FederationParameters = FabricationParameters & {
  /** In data units, shape (p,). */
  readonly at: readonly number[];
};

/** Each party's private classifier, and all together. Accuracies are **private**. */
export interface Federation {
  /** Rows of each party and class, 0 for a missing class (Remark 5); public (errata K5). */
  readonly rowCounts: readonly (readonly number[])[];
  /** From each party's machines of each class, in shares of the ranges; ∞ if none. */
  readonly distances: readonly (readonly number[])[];
  /** Least over the parties of each class, and the nearest class, from 0 on (eq. 104). */
  readonly least: readonly number[];
  readonly label: number;
  /** Image by each party's machines of that class, in data units; empty if none (Figure 10). */
  readonly images: readonly (readonly number[])[];
  /** Share of test records whose class a party finds; NaN without a test. **Private.** */
  readonly alone: readonly number[];
  /** For all parties, and for one machine of each class on all rows. **Private.** */
  readonly together: number;
  readonly central: number;
}

/**
 * Federated classifier of Q parties, and the same noisy rows in one place.
 *
 * @throws {ParameterError} as `fabricateTableRelease`
 * @see Kumar, Moser & Fischer (2024), section 5, eqs (103), (104), Remarks 5 and 6
 */
export function* federating(
  records: ClassifiedRecords,
  { at, ...parameters }: FederationParameters,
): Generator<number, Federation> {
  const random = shownSource(parameters.seed);
  const { unit, test, kept, classOf, partyOf, box } = tableRows(records, parameters, random);
  const p = unit.dimension;
  checkAllFinite("at", checkLength("at", at, p));
  const { noisy } = addNoise(unit, parameters, random);
  const C = records.classCount;
  const m = pointCount(test) + 1;
  const queries = { dimension: p, coordinates: new Float64Array(m * p) };
  queries.coordinates.set(test.coordinates);
  queries.coordinates.set(box.toUnit({ dimension: p, coordinates: Float64Array.from(at) }).coordinates, (m - 1) * p);

  const point = { dimension: p, coordinates: queries.coordinates.subarray((m - 1) * p) };
  const { distances: ofParties, machines } = yield* mapSlices(
    classDistances(noisy, queries, { classOf, partyOf, classCount: C, parties: parameters.parties }, parameters),
    (share) => 0.6 * share,
  );
  const oneParty = { ...parameters, parties: 1 };
  const nobody = { classOf, partyOf: new Float64Array(classOf.length), classCount: C, parties: 1 };
  const {
    distances: [central],
  } = yield* mapSlices(classDistances(noisy, queries, nobody, oneParty), (share) => 0.6 + 0.4 * share);

  const rowCounts = Array.from({ length: parameters.parties }, () => new Array<number>(C).fill(0));
  partyOf.forEach((party, row) => rowCounts[party]![classOf[row]!]!++);
  const ofPoint = ofParties.map((own) => Array.from(own.subarray((m - 1) * C)));
  const decision = federatedDecision({ distances: ofPoint });
  const images = ofParties.map((_, q) => {
    const own = machines.filter(({ party, class: of }) => party === q && of === decision.label - 1);
    const nearest = own
      .map(({ machine }) => machine.evaluate(point))
      .sort((a, b) => a.distance[0]! - b.distance[0]!)[0];
    return nearest ? Array.from(box.toData(nearest.image).coordinates) : [];
  });
  const least = ofParties[0]!.map((_, k) => ofParties.reduce((d, own) => Math.min(d, own[k]!), Infinity));
  const accuracy = (distances: Float64Array) => {
    const labels = nearestClasses({ distances: distances.subarray(0, (m - 1) * C), classCount: C });
    return foundShare({ label: labels.map((own) => own - 1) }, kept, records) ?? NaN;
  };
  const hasRows = (party: number) => rowCounts[party]!.some((count) => count > 0);
  return {
    rowCounts,
    distances: ofPoint,
    least: Array.from(decision.distances),
    label: decision.label - 1,
    images,
    alone: ofParties.map((own, party) => (hasRows(party) ? accuracy(own) : NaN)),
    together: accuracy(least),
    central: accuracy(central!),
  };
}

/** Distances of shape (m, C) for each party, ∞ for a missing class; and the machines. */
function* classDistances(
  noisy: Points,
  queries: Points,
  about: {
    readonly classOf: Float64Array;
    readonly partyOf: Float64Array;
    readonly classCount: number;
    readonly parties: number;
  },
  parameters: FabricationParameters,
): Generator<number, Distances> {
  const { classCount: C, parties } = about;
  const m = pointCount(queries);
  const fabricating = fabricateNoisyRows(noisy, about, { ...parameters, frames: false });
  const { units, fabricated } = yield* mapSlices(fabricating, (share) => 0.7 * share);
  const modelled = parameters.model === "fabricated" ? fabricated : noisy;
  const out = Array.from({ length: parties }, () => new Float64Array(m * C).fill(Infinity));
  const { subspaceDimension, depth } = parameters;
  const machines: Distances["machines"] = [];
  for (const [k, { rows, party, class: own }] of units.entries()) {
    const machine = fitDeepAffineHullMachine({ points: pointsAt(modelled, rows), subspaceDimension, depth });
    machines.push({ party, class: own, machine });
    const distances = out[party]!;
    machine.distance(queries).forEach((d, q) => {
      distances[q * C + own] = Math.min(distances[q * C + own]!, d);
    });
    yield 0.7 + (0.3 * (k + 1)) / units.length;
  }
  return { distances: out, machines };
}

interface Distances {
  readonly distances: readonly Float64Array[];
  readonly machines: { readonly party: number; readonly class: number; readonly machine: DeepAffineHullMachine }[];
}
