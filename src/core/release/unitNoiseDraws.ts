import { allocateFresh, createBufferPool, type Allocate } from "../bufferPool.ts";
import { checkPositiveInteger } from "../checks.ts";
import { gridSize, type RegularGrid } from "../grids.ts";
import { copiedNoise } from "../privacy/mechanisms/copiedNoise.ts";
import { gridNoiseSampler } from "../privacy/mechanisms/gridNoise.ts";
import type { NoiseKernel } from "../privacy/mechanisms/unitNoise.ts";
import { drawNormals } from "./drawNormals.ts";

interface UnitNoiseRequest {
  readonly kernel: NoiseKernel;
  readonly jitter: number;
  readonly grid: RegularGrid;
  /** Seed of teaching draws, or "secure". */
  readonly seed: number | "secure";
  readonly drawCount: number;
  /** Independent copies of the noise, in sequence. */
  readonly copies?: number;
  /** Independent normals of variance 1 + τ after them. */
  readonly extra?: number;
}

interface UnitNoiseDraws {
  /** Shape (m,) each, then extra normals; owned by the caller. */
  readonly draws: readonly Float64Array[];
  readonly method: string;
  readonly covarianceError: number;
  /** ρ of each draw. */
  readonly forwardError: number;
}

const extraStream = 2 ** 20;

/** Unit noise, remembered for the last seed, never for secure draws; in arrays of `allocate`. */
export function unitNoiseDraws(): (request: UnitNoiseRequest, allocate?: Allocate) => UnitNoiseDraws {
  const normals = drawNormals();
  const kept = createBufferPool();
  let last: { readonly key: string; readonly noise: UnitNoiseDraws } | undefined;
  return (request, allocate = allocateFresh) => {
    const { kernel, jitter, grid, seed, drawCount } = request;
    const key = JSON.stringify(request);
    const { extra = 0, copies = 1 } = request;
    const onGrid = copies * gridSize(grid);
    const size = onGrid + extra;
    if (last?.key !== key) {
      const sampler = copiedNoise(gridNoiseSampler({ kernel, grid, jitter }), gridSize(grid), copies);
      kept.giveBack(last?.noise.draws ?? []);
      last = undefined;
      const make = seed === "secure" ? allocate : kept.allocate;
      const draws = Array.from({ length: checkPositiveInteger("draws", drawCount) }, (_, draw) => {
        const path = make(size);
        sampler.sample(normals({ seed, draw, count: sampler.normalCount }), path.subarray(0, onGrid));
        if (extra > 0) {
          // These normals stay while the number of the others changes.
          const own = normals({ seed, draw: draw + extraStream, count: extra });
          for (let j = 0; j < extra; j++) path[onGrid + j] = Math.sqrt(1 + jitter) * own[j]!;
        }
        return path;
      });
      const { method, covarianceError, forwardError } = sampler;
      const noise = { draws, method, covarianceError, forwardError };
      if (seed === "secure") return noise;
      last = { key, noise };
    }
    const { noise } = last;
    const copied = (draw: Float64Array) => {
      const copy = allocate(size);
      copy.set(draw);
      return copy;
    };
    return { ...noise, draws: noise.draws.map(copied) };
  };
}
