import { checkPositive } from "../../../checks.ts";
import type { AxisNet } from "./axisNet.ts";
import { largestTriple } from "./largestTriple.ts";
import { pairTree } from "./pairTree.ts";
import { onEachAxis, pairsOf, patience, productNets, type NetAxis, type ProductBumps } from "./productNets.ts";
import { beyondRays, fitRatioBound, ratioBounds, ratioRays, type RatioRays } from "./ratioRays.ts";

/**
 * Bound on sup ‖φ(a) − φ(b)‖₁ over a, b in the box, about `within` above it. h(x, y) = ‖xφ_j(a_j) − yφ_j(b_j)‖₁ lies
 * below its interpolation on the net plus x and y times ξ²/8 `bend`.
 *
 * @returns undefined if the net would be too fine, or bumps are so wide that rounding counts
 * @see docs/proofs/latticeKernelDensity.md, Lemmas 9 to 11
 */
export function farthestProductBound(bumps: ProductBumps): number | undefined {
  const { degree, deviations, met, within } = bumps;
  const start = checkPositive("met", met) * (1 + checkPositive("within", within));
  const n = degree + 1;
  const rays = raysFor(deviations);
  const G = rays.most;
  const width = 2 * G + 1;
  const sizes = ({ bumps, bentBy }: AxisNet) =>
    bumps.map((bump, i) => bump.reduce((sum, value) => sum + value, bentBy[i]!));
  const axes = productNets(bumps, { sizes, curvature: (net) => net.bentBy, times: 2, mostCells: () => 160 });
  if (!axes) return undefined;

  // A weight errs by at most 2.4(n + 6)u (a + b) e^(|g|Δ/2)/Δ, counted e^(|g|Δ/2) times.
  const ofWeights = (120 * width * (n + 6) * 2 ** -53 * Math.exp(G * rays.step)) / rays.step;
  const rounding = (1e-9 + ofWeights) * axes.whole;
  if (!(rounding <= 1e-3 * met)) return undefined;

  const boundsOf = ({ net, sizes: masses, others, isHalved }: NetAxis) => {
    const tree = pairTree(pairsOf(net, isHalved, (a, b) => (masses[a]! + masses[b]!) * others > start));
    if (!tree) return undefined;
    const bounds = ratioBounds(tree.count, rays);
    const { values } = bounds;
    for (let pair = 0; pair < tree.count; pair++) {
      const [low, high] = [tree.left[pair]!, tree.right[pair]!];
      if (low < 0) {
        const [a, b] = [tree.a[pair]!, tree.b[pair]!];
        bounds.a[pair] = masses[a]!;
        bounds.b[pair] = masses[b]!;
        const [u, v] = [net.bumps[a]!, net.bumps[b]!];
        for (let g = -G; g <= G; g++) {
          const [x, y] = [rays.powers[3 * G + g]!, rays.powers[3 * G - g]!];
          let sum = x * net.bentBy[a]! + y * net.bentBy[b]!;
          for (let nu = 0; nu < n; nu++) sum += Math.abs(x * u[nu]! - y * v[nu]!);
          values[pair * width + G + g] = sum;
        }
      } else {
        bounds.a[pair] = Math.max(bounds.a[low]!, bounds.a[high]!);
        bounds.b[pair] = Math.max(bounds.b[low]!, bounds.b[high]!);
        for (let g = 0; g < width; g++) {
          values[pair * width + g] = Math.max(values[low * width + g]!, values[high * width + g]!);
        }
      }
      fitRatioBound(bounds, pair, rays);
    }
    return { tree, bounds };
  };
  const bounded = onEachAxis(axes, boundsOf, () => unitBounds(rays));
  if (!bounded) return start;
  const [first, second, third] = bounded;

  const [X, Y, Z] = [first.bounds, second.bounds, third.bounds];
  const wide = new Map<number, Float64Array>();
  const onWide = (pair: number): Float64Array => {
    const known = wide.get(pair);
    if (known) return known;
    const values = Float64Array.from({ length: 4 * G + 1 }, (_, i) => beyondRays(Y, pair, i - 2 * G, rays));
    wide.set(pair, values);
    return values;
  };
  const from = Z.from.reduce((least, g) => Math.min(least, g));
  const to = Z.to.reduce((largest, g) => Math.max(largest, g));
  const top = third.tree.count - 1;
  const together = new Float64Array(width);
  let [a, b] = [0, 0];
  const largest = largestTriple(
    {
      trees: [first.tree, second.tree, third.tree],
      isExchangeable: axes.order[0] === axes.order[1],
      combine: (i, j, threshold) => {
        a = X.a[i]! * Y.a[j]!;
        b = X.b[i]! * Y.b[j]!;
        if (a * Z.a[top]! + b * Z.b[top]! <= threshold) return false;
        const [p, q, h] = [X.p[i]! * Y.a[j]!, X.q[i]! * Y.b[j]!, onWide(j)];
        const [low, high] = [X.from[i]!, X.to[i]!];
        for (let g = from; g <= to; g++) {
          const ray = G - g;
          let sum = p * rays.powers[3 * G + ray]! + q * rays.powers[3 * G - ray]!;
          for (let k = low; k <= high; k++) sum += X.weights[i * width + k]! * h[ray + 3 * G - k]!;
          together[g] = sum;
        }
        return true;
      },
      valueOf: (pair, threshold) => {
        if (a * Z.a[pair]! + b * Z.b[pair]! <= threshold) return 0;
        let sum = Z.p[pair]! * a + Z.q[pair]! * b;
        const high = Z.to[pair]!;
        for (let g = Z.from[pair]!; g <= high; g++) sum += Z.weights[pair * width + g]! * together[g]!;
        return sum;
      },
    },
    { threshold: start, patience },
  );
  return largest + rounding;
}

function raysFor(deviations: readonly number[]): RatioRays {
  const spread = Math.sqrt(deviations.reduce((sum, sigma) => sum + Math.min(sigma ** -2, sigma ** -4 / 12), 0));
  const step = Math.min(0.35, 0.08 * spread);
  const farthest = Math.max(...deviations.map((sigma) => 0.5 / sigma ** 2));
  return ratioRays(step, Math.ceil(Math.min(4, farthest) / step));
}

/** A missing axis: |x − y|. */
function unitBounds(rays: RatioRays) {
  const bounds = ratioBounds(1, rays);
  bounds.a[0] = bounds.b[0] = 1;
  const G = rays.most;
  for (let g = -G; g <= G; g++) bounds.values[G + g] = Math.abs(rays.powers[3 * G + g]! - rays.powers[3 * G - g]!);
  fitRatioBound(bounds, 0, rays);
  return { tree: pairTree([[0, 0]])!, bounds };
}
