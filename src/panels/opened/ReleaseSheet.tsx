import { useMemo, useState } from "react";
import { bibtex, methodsParagraph } from "../../core/release/file/methods.ts";
import type { ReleaseFile } from "../../core/release/file/releaseFile.ts";
import { releaseKinds } from "../../core/release/releaseKinds.ts";
import type { PrivacyLoss } from "../../core/privacy/accounting/privacyLoss.ts";
import { countText, numberText } from "../../core/numberFormats.ts";
import { NumberTable } from "../shared/NumberTable.tsx";
import { factorText, learntAt } from "../guarantee/promiseWords.ts";
import { TradeoffCurve } from "../guarantee/TradeoffCurve.tsx";
import "../shared/guaranteePanel.css";
import "../shared/wrappedText.css";

export function guaranteeSentence({ mechanism: m, sheet }: ReleaseFile): string {
  const promise =
    releaseKinds[m.kind].loss === "pure"
      ? `by at most a factor of e^ε = ${factorText(m.epsilon)}`
      : `by at most a factor of e^ε = ${factorText(m.epsilon)}, plus δ = ${numberText(m.delta)}`;
  const knows = sheet.privacyUnit === "" ? "all the data but one record" : sheet.privacyUnit;
  return `Anyone who knows ${knows}, and sees this release, ${learntAt(m.epsilon, "the rest")}. Whatever it is, the probability of every conclusion changes ${promise}. ${sheet.privacyUnitDetails}`;
}

/** The noise's size is then a scale, not a standard deviation. */
export function hasLaplaceNoise({ kind }: Pick<ReleaseFile["mechanism"], "kind">): boolean {
  return releaseKinds[kind].law !== "normal";
}

export function mechanismRows({ mechanism: m }: ReleaseFile): readonly (readonly [string, string])[] {
  return [
    ["μ, of Gaussian differential privacy", numberText(m.mu)],
    ...m.deltaProfile.map(({ epsilon, delta }) => [`δ at ε = ${numberText(epsilon)}`, numberText(delta)] as const),
    ["ε, claimed", numberText(m.epsilon)],
    ["δ, claimed", numberText(m.delta)],
    ["of it for failures of the arithmetic", numberText(m.addedFailure)],
    ["Sensitivity Δ", numberText(m.sensitivity.value)],
    [hasLaplaceNoise(m) ? "Scale of the noise b" : "Noise σ", numberText(m.sigma)],
    ["Step of the lattice g", numberText(m.lattice)],
    ["Dither s", m.dither === 0 ? "none" : numberText(m.dither)],
    ["Numbers released", countText(m.integers.length)],
  ];
}

export function sheetRows({ sheet, app, created, digest, study }: ReleaseFile): readonly (readonly [string, string])[] {
  const rows: readonly (readonly [string, string])[] = [
    ["Title", sheet.title],
    ["Curator", sheet.curator],
    ["Intended use", sheet.intendedUse],
    ["Data product", sheet.dataProduct],
    ["Neighbours", sheet.neighbourRelation],
    ["Data domain", sheet.dataDomain],
    ["Not protected", sheet.unprotectedQuantities.join("; ")],
    ["Parameters", sheet.parameters.map(({ name, value }) => (name === "" ? value : `${name} = ${value}`)).join("; ")],
    ["Where they came from", sheet.tuning],
    ["Mechanism", sheet.mechanism],
    ["Post-processing", sheet.postProcessing],
    ["Composition", sheet.composition],
    ["Preprocessing", sheet.preprocessing],
    ["Floating point", sheet.floatingPoint],
    ["Timing", sheet.timing],
    ["Justification", sheet.justification],
    ["Made", `${created}, ${app.name} ${app.version}, study ${study}`],
    ["Digest", digest],
  ];
  return rows.filter(([, text]) => text !== "");
}

function Copied({ name, text }: { readonly name: string; readonly text: string }) {
  const [said, setSaid] = useState("");
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid("copied"),
      () => setSaid("select it and copy"),
    );
  return (
    <>
      <pre className="wrapped-text">{text}</pre>
      <p className="line">
        <button type="button" onClick={() => void copy()}>
          Copy {name}
        </button>
        <output>{said}</output>
      </p>
    </>
  );
}

export function ReleaseSheet({ file }: { readonly file: ReleaseFile }) {
  const { mechanism: m } = file;
  const loss = useMemo((): PrivacyLoss => {
    const { loss: kind } = releaseKinds[m.kind];
    return kind === "pure" ? { kind, epsilon: m.epsilon } : { kind, mu: m.mu };
  }, [m]);
  return (
    <>
      <details className="guarantee" data-testid="release-guarantee">
        <summary>What is guaranteed</summary>
        <div className="columns">
          <div>
            <p>{guaranteeSentence(file)}</p>
            <p>
              It holds for the numbers of the file, bit for bit, and for everything that is made of them. These numbers
              prove it: the page has checked them.
            </p>
            <NumberTable rows={mechanismRows(file)} />
            <p className="source">Sensitivity: {m.sensitivity.formula}</p>
          </div>
          <div>
            <TradeoffCurve loss={loss} epsilon={m.epsilon} delta={m.delta} />
          </div>
        </div>
      </details>
      <details className="guarantee" data-testid="release-sheet">
        <summary>The release sheet</summary>
        <NumberTable rows={sheetRows(file)} />
      </details>
      <details className="guarantee" data-testid="release-paper">
        <summary>For a paper: methods and citation</summary>
        <Copied name="methods" text={methodsParagraph(file)} />
        <Copied name="BibTeX" text={bibtex(file)} />
      </details>
    </>
  );
}
