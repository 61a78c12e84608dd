export function UnloadedStudy({ retry }: { readonly retry: () => void }) {
  return (
    <div className="notice" role="alert">
      <p>
        This study could not be loaded: the network may be down, or a newer version has taken its place. If trying again
        does not help, reload the page; your own data must then be opened again.
      </p>
      <button type="button" onClick={retry}>
        Try again
      </button>
    </div>
  );
}
