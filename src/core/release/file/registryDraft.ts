import { releaseKinds } from "../releaseKinds.ts";
import type { ReleaseFile } from "./releaseFile.ts";

/**
 * YAML draft of a release's entry in the Differential Privacy Deployments Registry, tier 3.
 *
 * @see https://registry.opendp.org/transparency-tiers
 */
export function registryDraft(file: ReleaseFile): string {
  const { sheet, mechanism, created, provenance, ledgerEntry, digest } = file;
  const line = (name: string, value: string | number, indent = "") => `${indent}${name}: ${yamlScalar(value)}`;
  const list = (name: string, values: readonly string[]) =>
    values.length === 0 ? [`${name}: []`] : [`${name}:`, ...values.map((value) => `  - ${yamlScalar(value)}`)];
  return `${[
    "# Draft of an entry for the Differential Privacy Deployments Registry",
    line("tier", 3),
    line("name", sheet.title),
    line("data_curator", sheet.curator),
    line("intended_use", sheet.intendedUse),
    line("data_product", sheet.dataProduct),
    line("publication_date", created),
    "dp_flavor:",
    line("name", releaseKinds[mechanism.kind].flavour, "  "),
    line("mu", mechanism.mu, "  "),
    line("epsilon", mechanism.epsilon, "  "),
    line("delta", mechanism.delta, "  "),
    line("added_failure", mechanism.addedFailure, "  "),
    ...(mechanism.deltaProfile.length === 0 ? ["  delta_profile: []"] : ["  delta_profile:"]),
    ...mechanism.deltaProfile.map(
      ({ epsilon, delta }) => `    - {epsilon: ${yamlScalar(epsilon)}, delta: ${yamlScalar(delta)}}`,
    ),
    line("data_domain", sheet.dataDomain, "  "),
    line("neighbour_relation", sheet.neighbourRelation, "  "),
    "privacy_unit:",
    line("unit", sheet.privacyUnit, "  "),
    line("details", sheet.privacyUnitDetails, "  "),
    ...list("unprotected_quantities", sheet.unprotectedQuantities),
    line("deployment_model", "central"),
    ...list(
      "parameters",
      sheet.parameters.map(({ name, value }) => (name === "" ? value : `${name}: ${value}`)),
    ),
    ...list(
      "parameter_origins",
      provenance.map(({ parameter, origin, statement }) =>
        [parameter, origin, statement].filter((text) => text !== "").join(": "),
      ),
    ),
    "privacy_accounting:",
    line("post_processing", sheet.postProcessing, "  "),
    line("composition", sheet.composition, "  "),
    line("ledger_entry", ledgerEntry ?? "none", "  "),
    "implementation:",
    line("preprocessing", sheet.preprocessing, "  "),
    line("tuning", sheet.tuning, "  "),
    line("mechanism", sheet.mechanism, "  "),
    line("library", `${sheet.library.name} ${sheet.library.version}`, "  "),
    line("floating_point_measures", sheet.floatingPoint, "  "),
    line("timing_measures", sheet.timing, "  "),
    line("justification", sheet.justification, "  "),
    line("release_digest", digest),
  ].join("\n")}\n`;
}

/** YAML scalar: a number with a point, for older readers; a string as JSON. */
export function yamlScalar(value: string | number): string {
  if (typeof value === "number") return String(value).replace(/^(-?\d+)e/, "$1.0e");
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g, escaped);
}
