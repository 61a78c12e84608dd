// Three releases of the same records under one budget; each is paid before it is drawn.
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import * as core from "curveil-core";

const table = core.readTable(readFileSync(new URL("eruptions.csv", import.meta.url)));
const id = () => randomUUID().replaceAll("-", "");
const now = () => `${new Date().toISOString().slice(0, 19)}Z`;
const budget = { id: id(), at: now(), epsilon: 2, delta: 1e-5, failure: 1e-9, paidDelta: 0 };
let ledger = core.declareBudget(core.emptyLedger(await core.tableDigest(table)), budget);

const pay = (what) => (cost) => {
  const about = { study: "density", what, parameters: [], provenance: [], buys: null };
  ledger = core.enterRelease(ledger, { id: id(), at: now(), ...about, cost }); // throws beyond the budget
  writeFileSync("ledger.json", core.ledgerText(ledger)); // kept before anything is drawn; private
};
const release = (column, domain, bandwidth, epsilon) => {
  const records = core.densityRecordsFrom(table, { columns: [column], missing: "refuse" });
  const declared = { recordsPerPerson: 1, domain: [domain], bandwidths: [bandwidth], epsilon, delta: 1e-6 };
  return core.releaseDensity({ records, ...declared, words: core.cryptographicWords(), pay: pay(column) });
};
const released = [release("waiting", [30, 110], 5, 1), release("eruptions", [0, 6], 0.4, 1)];
const { epsilon, mu } = core.ledgerTotal(ledger, { delta: 1e-5 });
console.log(`${released.length} releases cost ε = ${epsilon.toFixed(3)} at δ = 1e-5 together (μ = ${mu.toFixed(4)})`);
try {
  release("waiting", [30, 110], 2, 2);
} catch (error) {
  console.log(`the third is refused, and nothing was drawn: ${error.message}`);
}
