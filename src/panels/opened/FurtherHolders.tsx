import { useState } from "react";
import { addedReleases, hindranceTo, holderCount } from "../../core/release/file/addedReleases.ts";
import { releaseInArchive } from "../../core/release/file/openedRelease.ts";
import type { ReleaseFile } from "../../core/release/file/releaseFile.ts";
import { hasOwnDigest, parseRelease, sealRelease } from "../../core/release/file/sealedRelease.ts";
import { sha256 } from "../../core/sha256.ts";
import { Problem } from "../controls/Problem.tsx";
import { FilePicker } from "../data/FilePicker.tsx";

interface FurtherHoldersProps {
  readonly file: ReleaseFile;
  readonly onAdded: (sum: ReleaseFile) => void;
}

/** Adds other holders' releases of their own records with the same declarations. */
export function FurtherHolders({ file, onAdded }: FurtherHoldersProps) {
  const [problem, setProblem] = useState<string>();
  const add = async (files: readonly File[]) => {
    try {
      const all: [ReleaseFile, ...ReleaseFile[]] = [file];
      for (const given of files) {
        const release = await releaseIn(given);
        const hindrance = all.map((other) => hindranceTo(other, release)).find((each) => each !== undefined);
        if (hindrance !== undefined) throw new Error(`${given.name} ${hindrance}`);
        all.push(release);
      }
      onAdded(await sealRelease(addedReleases(all), sha256));
    } catch (error) {
      setProblem(`Nothing was added: ${error instanceof Error ? error.message : String(error)}.`);
    }
  };
  const holders = holderCount(file);
  return (
    <section className="group" aria-label="Several holders">
      <h2>Several holders</h2>
      <p className="explanation">
        {holders === 1
          ? "Others may release their own records with these declarations, the same N among them. Their files and this one add up to the curve of all records. "
          : `This is the sum of ${holders} files. `}
        Each record is protected by the noise of its own holder, even if all others collude; the noise of the sum is the
        root of the sum of squares.
      </p>
      <FilePicker
        label="Add files of other holders"
        name="Releases of other holders"
        accept=".json,.zip"
        multiple
        onFiles={(files) => void add(files)}
      />
      <Problem text={problem} />
    </section>
  );
}

async function releaseIn(given: File): Promise<ReleaseFile> {
  let text = "";
  try {
    const isArchive = /\.zip$/i.test(given.name);
    text = isArchive ? releaseInArchive(new Uint8Array(await given.arrayBuffer())) : await given.text();
    const release = parseRelease(text);
    if (await hasOwnDigest(release, sha256)) return release;
  } catch {
    // Said below, with the name of the file.
  }
  const isOfCurveil = /"curveil-release\/[12]"/.test(text.slice(0, 1000));
  const fault = isOfCurveil ? "damaged, or was changed after its release" : "no release file, or not a whole one";
  throw new Error(`${given.name} is ${fault}`);
}
