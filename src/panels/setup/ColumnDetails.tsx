import { useState } from "react";
import type { ColumnType } from "../../core/tables/cells/columnFormat.ts";
import { defined } from "../../core/defined.ts";
import { formatOfColumn, type SchemaColumn } from "../../core/tables/schema.ts";
import { shortNames } from "../../core/tables/shortName.ts";
import { mayBeCensored } from "../../core/tables/schemaText.ts";
import { WrittenChoice } from "./WrittenChoice.tsx";

/** Its classes are found anew. */
export function retyped({ name, unit, missing, beyond, others }: SchemaColumn, type: ColumnType): SchemaColumn {
  const isNumber = formatOfColumn({ type, unit }).type === "number";
  return {
    ...{ name, type, unit: isNumber ? unit : "" },
    ...(missing && { missing }),
    ...(mayBeCensored(type) && defined({ beyond, others })),
  };
}

interface ColumnDetailsProps {
  readonly column: SchemaColumn;
  readonly onChange: (column: SchemaColumn) => void;
}

export function ColumnDetails({ column, onChange }: ColumnDetailsProps) {
  const { name, type, unit, missing: _, levels: __, ...rest } = column;
  const { missing, levels, beyond, others } = column;
  const plain = { name, type, unit, ...rest };
  const { beyond: ___, ...withoutBeyond } = column;
  const { others: ____, ...withoutOthers } = column;
  const isNumber = formatOfColumn(column).type === "number";
  const isCategory = type === "category";
  const short = [
    isNumber && unit !== "" ? `in ${unit}` : "",
    missing ? `no value: ${missing.join(", ") || "empty cells alone"}` : "",
    others ? "other units converted" : "",
    beyond ? "<0.5 as 0.5" : "",
    isCategory && levels ? listedShort(levels) : "",
  ].filter((part) => part !== "");
  return (
    <details className="column-details">
      <summary>{short.length > 0 ? short.join("; ") : "more"}</summary>
      {isNumber && (
        <TextBox
          label="Unit in cells"
          of={name}
          value={unit}
          longest={24}
          onText={(typed) => onChange({ ...column, unit: typed.trim() })}
        />
      )}
      <TextBox
        label="No value"
        of={name}
        value={missing?.join(", ") ?? ""}
        placeholder="NA, n/a, …"
        longest={200}
        onText={(typed) =>
          onChange({ ...plain, ...(levels && { levels }), ...(typed.trim() !== "" && { missing: listOf(typed) }) })
        }
      />
      {mayBeCensored(type) && (
        <WrittenChoice
          label="<0.5 and 90+"
          names={beyondNames}
          value={beyond ?? "missing"}
          onChange={(chosen) => onChange({ ...withoutBeyond, ...(chosen === "limit" && { beyond: chosen }) })}
        />
      )}
      {mayBeCensored(type) && (
        <WrittenChoice
          label={unit === "" ? "12 % and 1.2k" : "Other units"}
          names={unit === "" ? { missing: "are missing", converted: "are 0.12 and 1200" } : otherNames}
          value={others ?? "missing"}
          onChange={(chosen) => onChange({ ...withoutOthers, ...(chosen === "converted" && { others: chosen }) })}
        />
      )}
      {isCategory && (
        <TextBox
          label="Classes"
          of={name}
          value={levels?.join(", ") ?? ""}
          longest={2000}
          onText={(typed) =>
            onChange({ ...plain, ...(missing && { missing }), ...(typed.trim() !== "" && { levels: listOf(typed) }) })
          }
        />
      )}
      {isCategory && (
        <p className="explanation">A class that is left out is missing; spellings are joined by “yes | Yes”.</p>
      )}
    </details>
  );
}

const listedShort = (levels: readonly string[]) => {
  const shown = shortNames(levels.slice(0, 3)).map((level) => level.split(" | "));
  const names = shown.map(([name, ...others]) => (others.length > 0 ? `${name} (also ${others.join(", ")})` : name));
  return `${names.join(", ")}${levels.length > 3 ? ` and ${levels.length - 3} more` : ""}`;
};

const listOf = (typed: string) => [
  ...new Set(
    typed
      .split(",")
      .map((text) => text.trim())
      .filter((text) => text !== ""),
  ),
];

const beyondNames = { missing: "are missing", limit: "count as their limit" } as const;
const otherNames = { missing: "are missing", converted: "are converted" } as const;

interface TextBoxProps {
  readonly label: string;
  readonly of: string;
  readonly value: string;
  readonly longest: number;
  readonly placeholder?: string;
  readonly onText: (typed: string) => void;
}

/** Counts once its box is left. */
function TextBox({ label, of, value, longest, placeholder = "none", onText }: TextBoxProps) {
  const [typed, setTyped] = useState(value);
  const take = () => {
    if (typed !== value) onText(typed);
  };
  return (
    <label className="line">
      <span>{label}</span>
      <input
        type="text"
        aria-label={`${label} of ${of}`}
        value={typed}
        maxLength={longest}
        placeholder={placeholder}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          take();
        }}
      />
    </label>
  );
}
