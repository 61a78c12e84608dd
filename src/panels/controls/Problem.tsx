/** A sentence beside the control that caused it; nothing when all is well. */
export function Problem({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="problem" role="alert">
      {text}
    </p>
  );
}
