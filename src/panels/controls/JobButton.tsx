interface JobButtonProps {
  readonly label: string;
  readonly doing: string;
  readonly cancel: string;
  /** Part of `of`; undefined while nothing runs. */
  readonly done: number | undefined;
  readonly of?: number;
  readonly detail?: string | undefined;
  readonly disabled?: boolean;
  readonly filled?: boolean;
  readonly onStart: () => void;
  readonly onCancel: () => void;
}

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
