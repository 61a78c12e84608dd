import { useEffect, useId, useMemo, useRef, useState } from "react";
import { encode } from "uqr";
import type { StagedField } from "../study/study.ts";
import { outsideLink } from "../../state/scenario/linkedEdits.ts";
import { listedStates, mostStagedControls, withStaging, type Staging } from "../../state/scenario/staging.ts";
import { saveFile } from "../shared/saveFile.ts";
import "./classLink.css";

export interface ClassLinkProps {
  readonly link: string;
  readonly fields: readonly StagedField[];
  readonly about: string;
  readonly onClose: () => void;
}

const none = "";
/**
 * An embedded page, in pixels. Tried in a window: the policy allows no frame, not even of this site, since a frame's
 * address is a request that could carry data away.
 */
const frame = { width: 600, height: 400 };

/** A question, a few controls, and a code for phones. */
export function ClassLink({ link, fields, about, onClose }: ClassLinkProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [title, setTitle] = useState("");
  const [question, setQuestion] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>(["epsilon", none, none]);
  const [held, setHeld] = useState<readonly string[]>([]);
  const [isOutside, setOutside] = useState(false);
  const [isProjected, setProjected] = useState(false);
  const [asksGuess, setAsksGuess] = useState(false);
  const [states, setStates] = useState("");
  useEffect(() => dialog.current!.showModal(), []);

  const controls = chosen.filter((name, i) => name !== none && chosen.indexOf(name) === i);
  const locked = held.filter((name) => controls.includes(name));
  const staging: Staging = { title, question, controls, locked, asksGuess, isProjected, states: listedStates(states) };
  const own = isOutside ? outsideLink(link) : link;
  const shared = withStaging(own, staging);
  const { width, height } = frame;
  const embed = `<iframe src="${shared.replaceAll("&", "&amp;")}" width="${width}" height="${height}" title="Curveil" style="border:0"></iframe>`;

  return (
    <dialog ref={dialog} className="class-link" aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>A link for a class</h2>
      <label>
        Title
        <input type="text" maxLength={80} value={title} onChange={(event) => setTitle(event.target.value)} />
      </label>
      <label>
        Question
        <input
          type="text"
          maxLength={240}
          placeholder="When does the second peak go?"
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
      </label>
      <fieldset>
        <legend>Controls in sight</legend>
        {Array.from({ length: mostStagedControls }, (_, i) => (
          <p key={i} className="line">
            <select
              aria-label={`Control ${i + 1}`}
              value={chosen[i]}
              onChange={(event) => setChosen(chosen.map((name, j) => (j === i ? event.target.value : name)))}
            >
              <option value={none}>none</option>
              {fields.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
            <label>
              <input
                type="checkbox"
                disabled={chosen[i] === none}
                checked={held.includes(chosen[i]!)}
                onChange={({ target: { checked } }) =>
                  setHeld(checked ? [...held, chosen[i]!] : held.filter((name) => name !== chosen[i]))
                }
              />
              shown, not movable
            </label>
          </p>
        ))}
      </fieldset>
      <p className="line">
        <label>
          <input type="checkbox" checked={isOutside} onChange={({ target }) => setOutside(target.checked)} />
          Outside only: without the original
        </label>
        <label>
          <input type="checkbox" checked={asksGuess} onChange={({ target }) => setAsksGuess(target.checked)} />
          Question first: controls and sentence come with a guess
        </label>
        <label>
          <input type="checkbox" checked={isProjected} onChange={({ target }) => setProjected(target.checked)} />
          Large type, for a projector; here, Alt+P
        </label>
      </p>
      {isProjected && (
        <label>
          Values of control 1, stepped by the arrow keys
          <input
            type="text"
            placeholder="1, 0.3, 0.1"
            value={states}
            onChange={({ target }) => setStates(target.value)}
          />
        </label>
      )}
      <div className="class-link-made">
        <QrCode link={shared} />
        <div>
          <Copied label="Link" text={shared} />
          <Copied label="To embed" text={embed} />
          <p className="line">
            <button
              type="button"
              onClick={() => window.open(shared, "", `popup,noopener,width=${width},height=${height}`)}
            >
              Try the frame in a window of {width} × {height}
            </button>
          </p>
          <p className="explanation">
            This is a convenience, no lock: whoever edits the address sees the whole page.{about}
            {isOutside && link.includes("&edits=") && " The points that you edited are not in it."}
          </p>
        </div>
      </div>
      <form method="dialog" className="buttons">
        <button>Close</button>
      </form>
    </dialog>
  );
}

function Copied({ label, text }: { readonly label: string; readonly text: string }) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("copied");
    } catch {
      setSaid("select it and copy");
    }
  };
  return (
    <p className="line">
      <label>
        {label}
        <input type="text" readOnly value={text} onFocus={({ currentTarget }) => currentTarget.select()} />
      </label>
      <button type="button" onClick={() => void copy()}>
        Copy
      </button>
      <output>{said}</output>
    </p>
  );
}

/** No phone reads codes of longer links from a wall. */
const longestInCode = 1200;

function QrCode({ link }: { readonly link: string }) {
  const code = useMemo(
    () => (link.length <= longestInCode ? encode(link, { ecc: "L", border: 2 }) : undefined),
    [link],
  );
  if (!code)
    return (
      <p className="qr">
        This link is too long for a code that a phone reads.{" "}
        <button
          type="button"
          onClick={() => saveFile("curveil.url", "text/plain", `[InternetShortcut]\r\nURL=${link}\r\n`)}
        >
          Save it as a file
        </button>
      </p>
    );
  const path = code.data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return (
    <svg className="qr" role="img" aria-label="The link as a code for phones" viewBox={`0 0 ${code.size} ${code.size}`}>
      <rect width={code.size} height={code.size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
