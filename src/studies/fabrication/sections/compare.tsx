import { useMemo } from "react";
import type { FabricationAnswer, FabricationRequest } from "../../../core/affineHull/fabricationContract.ts";
import { recordNoiseLevels } from "../../../core/privacy/mechanisms/recordNoise.ts";
import { numberText, percentText } from "../../../core/numberFormats.ts";
import { Problem } from "../../../panels/controls/Problem.tsx";
import { learntAt } from "../../../panels/guarantee/promiseWords.ts";
import { useAnswer } from "../../../panels/hooks/useAnswer.ts";
import { useSame } from "../../../panels/hooks/useSame.ts";
import { DataTable } from "../../../panels/shared/DataTable.tsx";
import type { RowCloud } from "../../../plots/plane/tablePlot.ts";
import { inPlane, tablePictureOf } from "../picture/pictures.ts";
import { columnCount, entriesOfPerson, requestOf } from "../model/request.ts";
import { TableHost } from "../../../panels/pictures/TableHost.tsx";
import type { FabricationProps, FabricationView } from "../model/view.ts";
import "../digits/tables.css";

export function Section({ shown, view, client, recordsId, theme }: FabricationProps) {
  const requests = useSame({ entry: requestWith("entry", shown), record: requestWith("record", shown) });
  const question = useMemo(
    () => (recordsId === undefined ? undefined : { recordsId, ...requests }),
    [recordsId, requests],
  );
  const { answer, failure, isCurrent } = useAnswer(question, async (asked, signal) => {
    const tableOf = (request: FabricationRequest) => client.run("release", asked.recordsId, request, { signal });
    const [ofEntry, ofRecord] = await Promise.all([tableOf(asked.entry), tableOf(asked.record)]);
    if (!ofEntry.ok) return ofEntry;
    return ofRecord.ok ? { ok: true, value: { entry: ofEntry.value, record: ofRecord.value } } : ofRecord;
  });

  if (!view || failure) return <Problem text={failure?.message} />;
  if (!answer || !isCurrent) return <p className="explanation">Fabricating both …</p>;
  const { entry, record } = answer.value;
  const { epsilon, delta } = shown;
  const p = entriesOfPerson(shown);
  const levels = recordNoiseLevels({
    epsilon,
    delta,
    lower: new Float64Array(p),
    upper: new Float64Array(p).fill(1),
  });
  const person = shown.person !== "";
  const panels = [
    { title: "One entry", kind: "fabricated", table: entry },
    { title: "A whole record", kind: "second", table: record },
  ] as const;
  return (
    <>
      <div className="fields in-turn">
        {panels.map(({ title, kind, table }) => (
          <TableHost
            key={title}
            picture={{
              ...base(view, shown),
              title: `${title} at ε = ${numberText(epsilon)}`,
              clouds: cloudsOf(kind, table),
            }}
            theme={theme}
            label={`${title}: fabricated rows over the records`}
          />
        ))}
      </div>
      <p>
        The paper’s promise is about <strong>one number</strong> of the table: whoever knows all others{" "}
        {learntAt(epsilon, "it")}. A person owns{" "}
        {person ? `up to ${shown.perPerson} rows of ${columnCount(shown)}` : `all ${columnCount(shown)} of a row`}, and
        for all of them together the same table has ε = {numberText((p * epsilon) / shown.adjacency)}. To protect the
        person at ε = {numberText(epsilon)}, each number needs more noise:
      </p>
      <div className="scrolling">
        <DataTable
          className="numbers"
          head={[
            "Noise on each number",
            "Size, of the range",
            "ε of one entry",
            `ε of a ${person ? "person" : "record"}`,
          ]}
          rows={[
            [
              "Laplace, for one entry",
              percentText(entry.deviation),
              numberText(epsilon),
              numberText((p * epsilon) / shown.adjacency),
            ],
            [
              "Laplace, for a record",
              percentText(levels.laplaceDeviation),
              numberText(epsilon / p),
              numberText(epsilon),
            ],
            [
              "Gaussian, for a record",
              percentText(levels.gaussianDeviation),
              `less than ${numberText(epsilon)}`,
              `${numberText(epsilon)} at δ = ${numberText(delta)}`,
            ],
          ]}
        />
      </div>
      <p className="explanation">
        With p numbers a record, Laplace noise for the record grows as p and Gaussian noise as √p. For two numbers
        Laplace is often the smaller; for the 784 pixels of a digit Gaussian noise is, by far.
      </p>
    </>
  );
}

function requestWith(protection: "entry" | "record", shown: FabricationProps["shown"]): FabricationRequest {
  const atom = shown.protection === "entry" ? shown.atom : "none";
  return { ...requestOf({ ...shown, protection, atom }), fieldCount: 0, frames: false };
}

function base(view: FabricationView, shown: FabricationProps["shown"]) {
  return tablePictureOf({ ...shown, field: "none", layers: [] }, view);
}

function cloudsOf(kind: RowCloud["kind"], { estimate, draws, noisy, classOf }: FabricationAnswer): readonly RowCloud[] {
  return [
    { kind: "original", coordinates: inPlane(estimate, noisy.dimension), classOf },
    { kind, coordinates: inPlane(draws[0]!, noisy.dimension), classOf },
  ];
}
