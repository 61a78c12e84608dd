import { useState } from "react";
import { releaseInArchive } from "../../core/release/file/openedRelease.ts";
import { parseRelease } from "../../core/release/file/sealedRelease.ts";
import { axisValues } from "../../core/release/file/releaseFile.ts";
import { ToolChoice } from "../controls/ToolChoice.tsx";
import { Problem } from "../controls/Problem.tsx";
import type { FoundTruths, PlanClient } from "./planStudy.ts";

interface FoundTruthProps<S, T> extends FoundTruths<S, T> {
  readonly scenario: S;
  readonly truth: T;
  readonly client: PlanClient;
  /** @returns false for an unsuitable truth */
  readonly onFound: (truth: T) => boolean;
}

const mostBytes = 2 ** 25;

/** Takes the truth from an example, a public file or a release, at no cost. */
export function FoundTruth<S, T>({ scenario, truth, client, onFound, ...found }: FoundTruthProps<S, T>) {
  const [problem, setProblem] = useState<string>();
  const ofRecords = async (source: string | Blob, from: S) => {
    const outcome = await client.recordsOfPublic(source, (outline) => found.choiceOf(from, outline));
    if (!outcome.ok) throw new Error(outcome.error.message);
    client.drop(outcome.value.id);
    return found.ofRecords(outcome.value.value as never, truth, from, scenario);
  };
  const ofFile = async (file: File) => {
    if (file.size > mostBytes) throw new Error("The file is too large for a plan.");
    const release = await releaseIn(file);
    if (!release) return ofRecords(file, scenario);
    const { axes, values } = release.view;
    if (!found.ofCurve || axes.length !== 1) throw new Error("This release is not one curve on a line.");
    return found.ofCurve(axisValues(axes[0]!), values, truth, scenario);
  };
  const take = (finding: Promise<T>) => {
    finding.then(
      (now) => setProblem(onFound(now) ? undefined : "This does not suit the plan: it has other columns or groups."),
      (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
    );
  };
  return (
    <div className="window">
      <ToolChoice
        label="Or take it from an example"
        value=""
        choices={Object.fromEntries<string>([
          ["", "Choose …"],
          ...found.examples.map(({ id, title }) => [id, title] as const),
        ])}
        onChange={(id) => take(ofRecords(id, { ...scenario, ...found.scenarioOf(id) }))}
      />
      <label>
        {"Or from a file that is public or synthetic, or an earlier release: no private one, as it goes into the link "}
        <input type="file" onChange={({ target: { files } }) => files?.[0] && take(ofFile(files[0]))} />
      </label>
      <Problem text={problem} />
    </div>
  );
}

/** Undefined for a table. */
async function releaseIn(file: File) {
  const kind = /\.(json|zip)$/i.exec(file.name)?.[1]?.toLowerCase();
  if (kind === undefined) return undefined;
  return parseRelease(kind === "zip" ? releaseInArchive(new Uint8Array(await file.arrayBuffer())) : await file.text());
}
