import { unloadedPart } from "../engine/outcome.ts";

export function UnloadedStudy({ retry }: { readonly retry: () => void }) {
  return (
    <div className="notice" role="alert">
      <p>{unloadedPart} Your own data must then be opened again.</p>
      <button type="button" onClick={retry}>
        Try again
      </button>
    </div>
  );
}
