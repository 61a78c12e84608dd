import { performance } from "node:perf_hooks";
import { lastOf } from "../../src/core/slices.ts";
import { cryptographicWords } from "../../src/core/random/randomWords.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { releasingDigits } from "../../src/core/affineHull/digits/digitRelease.ts";
import { wordsAndSettings } from "../mnist.mjs";

const notes = `Time and memory of a released table of n × 784 entries on one thread: exact noise for whole digits at ε = 8, δ = 10⁻⁵, branches of
about 1000, smoothing, images, bytes. The digits are seeded bumps, as the time does not depend on what is drawn.`;

/**
 * @param options some n, 5000 and 10000 by default; steps=M, 3 by default; classes=K makes only the first K of ten
 * classes, and extrapolates to ten
 */
export function reproduce(options) {
  const { words, settings } = wordsAndSettings(options);
  const sizes = words.length > 0 ? words.map(Number) : [5000, 10_000];
  const steps = Number(settings.get("steps") ?? 3);
  const made = Number(settings.get("classes") ?? 10);
  console.log(`${notes}\n\n${steps} steps${made < 10 ? `; measured on ${made} of 10 classes, times scaled` : ""}\n`);
  console.log("Times are of the processor, so that what else runs does not count; elapsed ones in brackets.");
  console.log(
    "n        noise (s)        all (s)           per 1000 rows (s)   entries of noise per s   memory, most (MB)",
  );
  for (const n of sizes) {
    const digits = bumps(n);
    let [noise, all, elapsed, elapsedNoise, most] = [0, 0, 0, 0, 0];
    const used = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6;
    const watch = () => (most = Math.max(most, process.memoryUsage().rss));
    for (let digit = 0; digit < made; digit++) {
      const budget = { epsilon: 8, delta: 1e-5, calibration: "analytic" };
      const model = { protection: "record", adjacency: 1, subspaceDimension: 20, depth: 5, steps, budget };
      const [begun, start] = [performance.now(), used()];
      const work = releasingDigits(digits, { ...model, digit }, cryptographicWords());
      let [drawn, ended] = [0, 0];
      const watched = (function* () {
        for (let step = work.next(); !step.done; step = work.next()) {
          watch();
          // The noise is complete at its last slice.
          if (step.value <= 0.15) [drawn, ended] = [used() - start, performance.now() - begun];
          process.stderr.write(`\rn = ${n}, class ${digit}: ${Math.round(100 * step.value)} %   `);
          yield step.value;
        }
      })();
      lastOf(watched);
      noise += drawn;
      all += used() - start;
      elapsedNoise += ended / 1000;
      elapsed += (performance.now() - begun) / 1000;
    }
    process.stderr.write("\r".padEnd(40) + "\r");
    const scale = 10 / made;
    const entries = (784 * n) / (noise * scale);
    const columns = [
      [n, 9],
      [`${(noise * scale).toFixed(1)} (${(elapsedNoise * scale).toFixed(0)})`, 17],
      [`${(all * scale).toFixed(1)} (${(elapsed * scale).toFixed(0)})`, 18],
      [((1000 * all * scale) / n).toFixed(2), 20],
      [entries.toExponential(1), 25],
      [(most / 2 ** 20).toFixed(0), 0],
    ];
    console.log(columns.map(([text, width]) => String(text).padEnd(width)).join(""));
  }
}

/** n digits of 28 × 28 pixels, with one bump each at the place of its class. */
function bumps(n) {
  const random = seededSource(7);
  const classOf = Float64Array.from({ length: n }, (_, i) => i % 10);
  const entries = new Float32Array(n * 784);
  classOf.forEach((own, i) => {
    const [x, y] = [6 + 4 * (own % 5) + random.uniform(), own < 5 ? 9 + random.uniform() : 19 + random.uniform()];
    for (let k = 0; k < 784; k++) {
      const square = ((k % 28) - x) ** 2 + (Math.floor(k / 28) - y) ** 2;
      if (square < 40) entries[i * 784 + k] = Math.round(255 * Math.exp(-square / 12)) / 255;
    }
  });
  return { dimension: 784, entries, height: 28, width: 28, classOf, classCount: 10 };
}
