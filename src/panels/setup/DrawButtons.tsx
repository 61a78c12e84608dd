import { Problem } from "../controls/Problem.tsx";

interface DrawButtonsProps {
  readonly said: readonly (string | undefined)[];
  readonly wanted: string | undefined;
  readonly canDraw: boolean;
  readonly canLook: boolean;
  readonly onLook: (form: HTMLFormElement | null) => void;
}

export function DrawButtons({ said, wanted, canDraw, canLook, onLook }: DrawButtonsProps) {
  return (
    <div className="declare-go">
      {said.map((sentence, k) => (
        <Problem key={k} text={sentence} />
      ))}
      {wanted !== undefined && (
        <p className="explanation" role="status">
          {wanted}
        </p>
      )}
      <div className="buttons">
        <button type="submit" className="primary" disabled={!canDraw}>
          Draw it
        </button>
        <button type="button" disabled={!canLook} onClick={(event) => onLook(event.currentTarget.form)}>
          Explore first
        </button>
      </div>
      <p className="explanation">
        Exploring shows the records before the bounds are fixed. What you choose then tells of them, and nothing drawn
        so counts as private.
      </p>
    </div>
  );
}
