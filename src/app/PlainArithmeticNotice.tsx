export function PlainArithmeticNotice() {
  if ("WebAssembly" in window) return null;
  return (
    <div className="notice" role="status">
      <p>WebAssembly is switched off in this browser. Everything works without it, but takes several times as long.</p>
    </div>
  );
}
