import { useMemo, useState } from "react";
import { countText, numberText } from "../../core/numberFormats.ts";
import { NumberBox } from "../controls/NumberBox.tsx";
import { ToolChoice } from "../controls/ToolChoice.tsx";
import { DataTable } from "../shared/DataTable.tsx";
import { tableFollows, type FollowedTable, type FollowingOfTable } from "./tableFollows.ts";

/** Numbers that a table's user computes: a cell, means of columns and classes, differences of two. */
export function TableQuestions({ of }: { readonly of: FollowedTable }) {
  const [row, setRow] = useState(0);
  const [pair, setPair] = useState<readonly [number, number]>([0, 1]);
  const [column, other] = pair.map((k) => Math.min(k, of.columns.length - 1)) as [number, number];
  const rowCount = of.classOf.length;
  const at = Math.min(row, rowCount - 1);
  const [classPair, setClassPair] = useState<readonly [number, number]>([0, 1]);
  const { rows, classes, classNames } = useMemo(
    () => tableFollows(of, { row: at, column, other, pair: classPair }),
    [of, at, column, other, classPair],
  );
  const ofClasses = Object.fromEntries(classNames.map((name, k) => [String(k), name]));
  const names = Object.fromEntries(of.columns.map(({ name }, k) => [String(k), name]));
  const isInside = of.original !== undefined;
  return (
    <>
      <p className="explanation">
        Whatever is computed from a released table is as private as the table itself, so it costs nothing more. The
        release has noisy rows, whose law is exact, and rows fabricated of them, which smoothing moved: their numbers
        have no law.
      </p>
      <p className="window">
        <span>Row</span>
        <NumberBox
          {...{ label: "Row", value: at + 1, min: 1, max: rowCount, integer: true }}
          onCommit={(value) => setRow(value - 1)}
        />
        <span>of</span>
        <ToolChoice
          {...{ label: "Column", isInSentence: true, value: String(column), choices: names }}
          onChange={(value) => setPair([Number(value), other])}
        />
        <span>and its mean, less that of</span>
        <ToolChoice
          {...{ label: "Other column", isInSentence: true, value: String(other), choices: names }}
          onChange={(value) => setPair([column, Number(value)])}
        />
      </p>
      <DataTable
        className="follows"
        hasPlainHead
        head={["Of the table", ...headOf(isInside)]}
        rows={rows.map((found) => [found.name, ...textsOf(found)])}
      />
      {classNames.length > 2 && (
        <p className="window">
          <span>Class</span>
          <ToolChoice
            {...{ label: "Class", isInSentence: true, value: String(classPair[0]), choices: ofClasses }}
            onChange={(value) => setClassPair([Number(value), classPair[1]])}
          />
          <span>less</span>
          <ToolChoice
            {...{ label: "Other class", isInSentence: true, value: String(classPair[1]), choices: ofClasses }}
            onChange={(value) => setClassPair([classPair[0], Number(value)])}
          />
        </p>
      )}
      {classes.length > 0 && (
        <DataTable
          className="follows"
          hasPlainHead
          head={[`Mean of ${of.columns[column]!.name} in the class`, "rows, not protected", ...headOf(isInside)]}
          rows={classes.map((found, k) => [
            found.name,
            k < classNames.length ? countText(found.rowCount) : "",
            ...textsOf(found),
          ])}
        />
      )}
    </>
  );
}

function headOf(isInside: boolean): readonly string[] {
  return [
    ...["fabricated rows", "noisy rows", ...(isInside ? ["original"] : [])],
    ...["standard deviation of the noise", "noise, 95 % for this one", "noise, 95 % for all together, at most"],
  ];
}

function textsOf({ fabricated, noisy, original, deviation, alone, together }: FollowingOfTable): readonly string[] {
  const values = [fabricated, noisy, ...(original === undefined ? [] : [original]), deviation];
  return [...values.map(numberText), ...[alone, together].map((half) => `± ${numberText(half)}`)];
}
