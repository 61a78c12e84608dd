import type { TableOutline } from "../../core/records/outline.ts";
import { perPersonLimits } from "../../state/scenario/sharedFields.ts";
import { ChoiceControl } from "../controls/ChoiceControl.tsx";
import type { Protection } from "../study/declaration.ts";
import { DeclaredNumber } from "../controls/declared/DeclaredNumber.tsx";

interface ProtectionFieldsProps<S> {
  readonly protection: Protection<S>;
  readonly draft: S;
  readonly outline: TableOutline;
  readonly change: (changed: Partial<S>) => void;
}

/** Meaning of a row, its person, and the most rows of a person. */
export function ProtectionFields<S>({ protection, draft, outline, change }: ProtectionFieldsProps<S>) {
  const person = protection.personOf(draft);
  const bound = `${capitalised(protection.record)}s of one person, at most`;
  const names = outline.columns.map(({ name }) => name);
  return (
    <fieldset>
      <legend>3 · Who is protected</legend>
      <ChoiceControl
        label={`One ${protection.record} is`}
        value={person === "" ? "person" : "one"}
        choices={[
          { value: "person", label: "all there is about one person" },
          { value: "one", label: "one of several of a person" },
        ]}
        onChange={(value) =>
          change(
            protection.change(
              value === "person" ? "" : (personNames(outline)[0] ?? names[0] ?? ""),
              protection.boundOf(draft),
            ),
          )
        }
      />
      {person !== "" && (
        <>
          <ChoiceControl
            label="Whose it is, says"
            value={person}
            choices={[...personNames(outline), ...names.filter((name) => !personNames(outline).includes(name))].map(
              (name) => ({
                value: name,
                label: name,
              }),
            )}
            onChange={(column) => change(protection.change(column, protection.boundOf(draft)))}
          />
          <div className="control">
            <div className="line">
              <span>{bound}</span>
              <DeclaredNumber
                label={bound}
                value={protection.boundOf(draft)}
                unit=""
                {...perPersonLimits}
                integer
                onChange={(bound) => bound !== undefined && change(protection.change(person, bound))}
              />
            </div>
            <p className="explanation">The first ones are kept; the noise grows in proportion to this bound.</p>
          </div>
        </>
      )}
    </fieldset>
  );
}

const capitalised = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** May say whose a row is. */
function personNames({ columns }: TableOutline): readonly string[] {
  return columns.filter(({ kind }) => kind === "id" || kind === "category" || kind === "text").map(({ name }) => name);
}
