import { browserHost, bundle, inR, nodeHost, pythonHost } from "./hosts.mjs";
import { quantile } from "./timing.mjs";

const rounds = 2;

/**
 * Each case in the browser, in Node and with its peers, in turn, twice; one row for each target.
 *
 * @param isAsked whether a case is measured, by its name and size
 */
export async function workloadRows(names, log, isAsked = () => true) {
  await bundle();
  const [node, browser, python] = [await nodeHost(), await browserHost(), pythonHost()];
  const chromium = browser.worker("first");
  const rows = [];
  const missing = new Set();
  for (const name of names) {
    await node.open(name);
    await chromium.open(name);
    for (let task = node.next(); task; task = node.next()) {
      await chromium.next();
      if (!isAsked(`${task.name}, ${task.size}`)) continue;
      if (task.most !== undefined) {
        rows.push(await worstOfEach(task, chromium));
        log(JSON.stringify(rows.at(-1)));
        continue;
      }
      const { times, values } = await measured({ node, chromium, python, missing }, task);
      const median = Object.fromEntries(Object.entries(times).map(([peer, samples]) => [peer, quantile(samples, 0.5)]));
      const error = task.check ? relative(node.value(), values[task.check]) : node.error();
      if (task.shared) rows.push(await twoWorkers(task, name, chromium, browser.worker("second")));
      for (const { ratio, against } of task.targets) rows.push(row(task, median, error, ratio, against));
      log(
        `${task.name}, ${task.size}: ${JSON.stringify(median, (_, x) => (typeof x === "number" ? Number(x.toPrecision(3)) : x))}`,
      );
    }
  }
  python.close();
  await browser.close();
  return { rows, missing: [...missing], browser: browser.version };
}

async function measured({ node, chromium, python, missing }, task) {
  const foreign = node.foreign();
  const times = { chromium: [], node: [] };
  const values = {};
  const add = (name, samples) => (times[name] ??= []).push(...samples);
  for (let round = 0; round < rounds; round++) {
    const { ours, ...peers } = await chromium.run(task.samples);
    add("chromium", ours);
    for (const [name, samples] of Object.entries(peers)) add(name, samples);
    for (const [name, request] of Object.entries(foreign.python)) {
      const absent = (await python.prepare(request)).missing;
      const answer = absent ? { missing: absent } : await python.run(task.samples);
      if (answer.missing) missing.add(`${name} (${answer.missing})`);
      else add(name, answer.times);
      values[name] = answer.value;
    }
    add("node", node.run(task.samples).ours);
    for (const [name, request] of Object.entries(foreign.r)) {
      const samples = inR(request, task.samples);
      if (samples) add(name, samples);
      else missing.add(`${name} (R)`);
    }
  }
  return { times, values };
}

/** The same job by two workers, each with half of it, beside one worker. */
async function twoWorkers({ name, size, samples }, workload, first, second) {
  await second.open(workload);
  while ((await second.next()).name !== name);
  const times = { one: [], two: [] };
  for (let i = -1; i < samples; i++) {
    const start = performance.now();
    await first.share([0, 1]);
    const middle = performance.now();
    await Promise.all([first.share([0, 2]), second.share([1, 2])]);
    if (i < 0) continue;
    times.one.push(middle - start);
    times.two.push(performance.now() - middle);
  }
  const [theirs, chromium] = [quantile(times.one, 0.5) / 8, quantile(times.two, 0.5) / 8];
  return {
    name: `${name}, by two workers`,
    size,
    chromium,
    peer: "ours, one worker",
    theirs,
    ratio: chromium / theirs,
  };
}

/** The longest of many steps, the smaller one of two runs: a pause of the machine is none of ours. */
async function worstOfEach({ name, size, most }, chromium) {
  const runs = [await chromium.each(), await chromium.each()];
  const worst = runs.map((times) => Math.max(...times));
  const high = Math.min(...runs.map((times) => quantile(times, 0.95)));
  return { name: `${name}, the worst`, size, median: Math.min(...worst), high, unit: "ms", target: most };
}

/** Ours in the browser over the fastest peer; the peers are those named, or all. */
function row({ name, size }, { chromium, node, ...peers }, error, target, against = Object.keys(peers)) {
  const fastest = against.filter((peer) => peers[peer] !== undefined).sort((a, b) => peers[a] - peers[b])[0];
  const theirs = peers[fastest];
  return { name, size, chromium, node, peer: fastest, theirs, ratio: theirs && chromium / theirs, target, error };
}

function relative(ours, theirs) {
  return theirs === undefined ? undefined : Math.abs(ours - theirs) / Math.abs(theirs);
}
