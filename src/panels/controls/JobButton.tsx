interface JobButtonProps {
  /** On the button that starts it: "Compute the figure". */
  readonly label: string;
  /** While it runs: "Computing the figure". */
  readonly doing: string;
  /** On the button that ends it: "Cancel the figure". */
  readonly cancel: string;
  /** How much of `of` is done; undefined while it does not run. */
  readonly done: number | undefined;
  readonly of?: number;
  /** How long it still takes, in words. */
  readonly detail?: string | undefined;
  readonly disabled?: boolean;
  readonly filled?: boolean;
  readonly onStart: () => void;
  readonly onCancel: () => void;
}

/** Starts a long computation; while it runs, says how far it is and ends it. */
export function JobButton(props: JobButtonProps) {
  const { label, doing, cancel, done, of = 1, detail, disabled = false, filled = false, onStart, onCancel } = props;
  if (done === undefined) {
    return (
      <button type="button" className={filled ? "filled" : undefined} disabled={disabled} onClick={onStart}>
        {label}
      </button>
    );
  }
  return (
    <>
      <progress aria-label={doing} max={of} value={done} />
      {detail !== undefined && <span className="explanation">{detail}</span>}
      <button type="button" onClick={onCancel}>
        {cancel}
      </button>
    </>
  );
}
