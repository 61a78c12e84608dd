import "./pictureStatus.css";

export function PictureStatus(props: {
  readonly what: string;
  readonly empty: boolean;
  readonly loading: boolean;
  readonly stale: boolean;
  readonly failure: string | undefined;
}) {
  const missing = props.stale ? ": see the controls for what is missing" : "";
  const text =
    props.failure ??
    (props.loading
      ? "Reading the data …"
      : props.empty
        ? `No ${props.what} yet${missing}`
        : props.stale
          ? `The last good ${props.what}${missing}`
          : undefined);
  return text === undefined ? null : (
    <p className="picture-status" role="status">
      {text}
    </p>
  );
}
