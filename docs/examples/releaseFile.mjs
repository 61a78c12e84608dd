// A release file: written with what must be said about it, read back and checked, as its recipient does.
import { readFileSync, writeFileSync } from "node:fs";
import * as core from "curveil-core";

const rows = Array.from({ length: 3000 }, (_, i) => [100 * ((i * 0.618034) % 1) ** 2]);
const declared = { recordsPerPerson: 1, domain: [[0, 100]], bandwidths: [6], epsilon: 1, delta: 1e-6 };
const records = { points: core.pointsFrom(rows) };
const release = core.releaseDensity({ records, ...declared, words: core.cryptographicWords() });

const said = { title: "Waiting times", curator: "City clinic", intendedUse: "teaching", dataProduct: "a density" };
const unit = { privacyUnit: "a person", privacyUnitDetails: "one row each", neighbourRelation: "replace one" };
const about = { dataDomain: "0 to 100 minutes", unprotectedQuantities: ["number of rows"], composition: "this alone" };
const sheet = { ...said, ...unit, ...about, parameters: [], preprocessing: "none", justification: "a demonstration" };
const contents = core.releaseContents(release, {
  app: { name: "a script", version: "1", commit: "" },
  created: new Date().toISOString().slice(0, 10),
  ...{ study: "density", sheet, provenance: [], ledgerEntry: null },
  axes: [{ name: "waiting", unit: "min" }],
  value: { name: "density", unit: "1/min" },
});
const file = await core.sealRelease(contents);
writeFileSync("release.json", core.releaseText(file));
writeFileSync("release.zip", core.zippedRelease(file)); // with tables, loaders for R and Python, and a picture

const read = core.parseRelease(readFileSync("release.json", "utf8")); // refused if its numbers do not prove its claim
console.log(`${read.view.title}: ${read.mechanism.integers.length} integers, ε = ${read.mechanism.epsilon}`);
console.log(`unchanged since it was sealed: ${await core.hasOwnDigest(read)}`);
