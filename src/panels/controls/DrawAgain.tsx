export function DrawAgain({ onDraw }: { readonly onDraw: () => void }) {
  return (
    <button type="button" onClick={onDraw} title="The same settings with other noise">
      Draw again
    </button>
  );
}
