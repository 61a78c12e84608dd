import { useMemo, useState } from "react";
import type { Federation } from "../../../core/affineHull/fabrication/federation.ts";
import { numberText, percentText } from "../../../core/numberFormats.ts";
import { Problem } from "../../../panels/controls/Problem.tsx";
import { useAnswer } from "../../../panels/hooks/useAnswer.ts";
import { useSame } from "../../../panels/hooks/useSame.ts";
import { DataTable } from "../../../panels/shared/DataTable.tsx";
import { WholeNumberControl } from "../../../panels/controls/WholeNumberControl.tsx";
import { columnNames, requestOf } from "../model/request.ts";
import { fabricationFields } from "../model/fields.ts";
import type { FabricationProps } from "../model/view.ts";
import "./federated.css";
import "../digits/tables.css";

export function Section({ shown, view, recordsId, client, set }: FabricationProps) {
  const [place, setPlace] = useState<readonly [number, number]>([0.5, 0.5]);
  const table = requestOf(shown);
  const at = table.ranges.map(([lower, upper], j) =>
    j < 2 ? lower + place[j]! * (upper - lower) : shown.further[j - 2]!.at,
  );
  const request = useSame({ ...table, fieldCount: 0, frames: false, at });
  const question = useMemo(
    () => (recordsId === undefined || request.parties < 2 ? undefined : { recordsId, request }),
    [recordsId, request],
  );
  const { answer, failure, isCurrent } = useAnswer(
    question,
    (asked, signal) => client.run("federating", asked.recordsId, asked.request, { signal }),
    150,
  );

  const { parties } = shown;
  if (parties < 2) return <InvitationToShare set={set} />;
  const names = view && view.facts.classNames.length > 0 ? view.facts.classNames : ["all rows"];
  const found = answer?.value.rowCounts.length === parties ? answer.value : undefined;
  return (
    <>
      <div className="control-grid">
        {columnNames(shown)
          .slice(0, 2)
          .map((name, j) => (
            <WholeNumberControl
              key={j}
              label={`Point at, % of the range of ${name}`}
              explanation={`${name} = ${numberText(at[j]!)}, from ${numberText(table.ranges[j]![0])} to ${numberText(table.ranges[j]![1])}.`}
              value={Math.round(100 * place[j]!)}
              min={0}
              max={100}
              problem={undefined}
              onChange={(value) => setPlace(j === 0 ? [value / 100, place[1]] : [place[0], value / 100])}
            />
          ))}
        <WholeNumberControl
          label="Parties of the classifier"
          symbol="Q"
          explanation="Which has which records is chosen under Machines."
          value={parties}
          {...fabricationFields.parties.limits}
          problem={undefined}
          onChange={(value) => set({ parties: value }, { commit: true })}
        />
      </div>
      <Problem text={failure?.message} />
      {!found && !failure && <p className="explanation">Asking the parties …</p>}
      {found && <DistanceTable found={found} names={names} busy={!isCurrent} />}
      {found && <Decision found={found} names={names} />}
      {found && <LocalImages found={found} columns={columnNames(shown).slice(0, 2)} />}
      <WhereThePointGoes parties={parties} />
      <p className="explanation">
        Accuracies read the records kept apart: for you alone. A person whose records several parties have is protected
        less, as each party’s noise counts on its own records only.
      </p>
    </>
  );
}

function InvitationToShare({ set }: Pick<FabricationProps, "set">) {
  return (
    <>
      <p>
        Hospitals that may not hand records to one another can still classify together. Each publishes noise-protected,
        fabricated rows, or only answers how far a point is from its machines.
      </p>
      <div className="buttons">
        <button type="button" onClick={() => set({ parties: 3, sharing: "halves" }, { commit: true })}>
          Share the records among three parties
        </button>
      </div>
    </>
  );
}

interface FoundProps {
  readonly found: Federation;
  readonly names: readonly string[];
}

function DistanceTable({ found, names, busy }: FoundProps & { readonly busy: boolean }) {
  return (
    <div className="scrolling" aria-busy={busy}>
      <DataTable
        className="numbers"
        data-testid="federated"
        head={["Party", ...names.map((name) => `distance from ${name} (rows)`), "alone right in"]}
        rows={[
          ...found.distances.map((own, q) => [
            q + 1,
            ...own.map((distance, c) => (
              <Distance value={distance} isLeast={distance === found.least[c]} rowCount={found.rowCounts[q]![c]!} />
            )),
            shareText(found.alone[q]!),
          ]),
          [
            "all: the least",
            ...found.least.map((distance) => <strong>{numberText(distance)}</strong>),
            <strong>{shareText(found.together)}</strong>,
          ],
        ]}
      />
    </div>
  );
}

function Distance({ value, isLeast, rowCount }: Record<"value" | "rowCount", number> & { readonly isLeast: boolean }) {
  if (rowCount === 0) return "∞ (none)";
  return (
    <>
      {isLeast ? <strong>{numberText(value)}</strong> : numberText(value)} ({rowCount})
    </>
  );
}

function Decision({ found, names }: FoundProps) {
  return (
    <p data-testid="federated-decision">
      The point is called <strong>{names[found.label]}</strong>. Together the parties find the class of{" "}
      {shareText(found.together)} of the records kept for the test; the same noisy rows in one place{" "}
      {shareText(found.central)}.
      {found.rowCounts.some((row) => row.includes(0)) &&
        " A party without rows of a class reports an infinite distance, so others decide about it. That it has none is told by this, and is not protected."}
    </p>
  );
}

/** The nearest is the global one. */
function LocalImages({ found, columns }: Pick<FoundProps, "found"> & { readonly columns: readonly string[] }) {
  const distances = found.distances.map((own) => own[found.label]!);
  const globalParty = distances.indexOf(Math.min(...distances));
  return (
    <div className="scrolling">
      <DataTable
        className="numbers"
        head={["Image of the point in that class by", ...columns]}
        rows={found.images.map((image, q) => [
          `party ${q + 1}${q === globalParty ? ", the global image" : ""}`,
          ...columns.map((_, j) => (image.length === 0 ? "–" : numberText(image[j]!))),
        ])}
      />
    </div>
  );
}

function WhereThePointGoes({ parties }: { readonly parties: number }) {
  const [server, setServer] = useState(false);
  return (
    <>
      <fieldset className="plain-choice">
        <legend>Where the point goes</legend>
        <label>
          <input type="radio" name="passing" checked={!server} onChange={() => setServer(false)} /> to every party
        </label>
        <label>
          <input type="radio" name="passing" checked={server} onChange={() => setServer(true)} /> to one server that has
          all machines
        </label>
      </fieldset>
      <p className="explanation">
        {server
          ? `The ${parties} parties hand their machines to a server once: they are made of noisy rows, so that costs nothing more. Whoever asks tells the point to the server alone, and no party learns it (Remark 6 of the paper). The answer is the same.`
          : `All ${parties} parties learn the point, and answer with their distances. The noise protects their records; nothing protects the point of whoever asks. Whoever asks often learns the machines, which are made of noisy rows.`}
      </p>
    </>
  );
}

function shareText(share: number): string {
  return Number.isNaN(share) ? "–" : percentText(share);
}
