import { checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { cryptographicSource } from "../random/cryptographicSource.ts";
import { standardLaplaces } from "../random/standardLaplaces.ts";
import { standardNormals } from "../random/standardNormals.ts";
import { sourceOfDraw } from "../release/drawNormals.ts";

export type NoiseLaw = "laplace" | "gaussian";

interface LatticeNoiseRequest {
  readonly law: NoiseLaw;
  readonly count: number;
  readonly drawCount: number;
  /** Seed of teaching draws, or "secure". */
  readonly seed: number | "secure";
}

/**
 * Independent noise of scale 1, with seed plus q·2³² (modulo 2⁵³) for draw q. Seeded draws are kept, secure ones never.
 *
 * @returns a function whose draws are not to be written to.
 */
export function latticeNoiseDraws(): (request: LatticeNoiseRequest) => readonly Float64Array[] {
  let last: { readonly key: string; readonly draws: readonly Float64Array[] } | undefined;
  return (request) => {
    const { law, count, drawCount, seed } = request;
    const key = JSON.stringify(request);
    if (last?.key === key) return last.draws;
    if (!(checkPositiveInteger("drawCount", drawCount) <= 2 ** 21)) {
      throw new ParameterError("drawCount", drawCount, "at most 2²¹");
    }
    const secure = seed === "secure" ? cryptographicSource() : undefined;
    const draws = Array.from({ length: drawCount }, (_, draw) => {
      const source = secure ?? sourceOfDraw(seed as number, draw);
      return law === "laplace" ? standardLaplaces(source, count) : standardNormals(source, count);
    });
    last = secure ? undefined : { key, draws };
    return draws;
  };
}
