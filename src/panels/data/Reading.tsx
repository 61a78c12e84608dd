import { Problem } from "../controls/Problem.tsx";

interface ReadingProps {
  readonly read: number;
  readonly of?: number;
  readonly onCancel: () => void;
}

export function Reading({ read, of = 1, onCancel }: ReadingProps) {
  return (
    <>
      <progress aria-label="Reading the data" max={of} value={read} />{" "}
      <button type="button" onClick={onCancel}>
        Cancel reading
      </button>
    </>
  );
}

interface NotReadProps {
  readonly problem: string;
  readonly onDismiss: () => void;
}

export function NotRead({ problem, onDismiss }: NotReadProps) {
  return (
    <div className="dismissible">
      <Problem text={problem} />
      <p className="explanation">
        What was open before is kept.{" "}
        <button type="button" onClick={onDismiss}>
          Dismiss
        </button>
      </p>
    </div>
  );
}
