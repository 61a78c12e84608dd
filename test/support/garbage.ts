/** What a hostile or damaged link may hold in place of any entry. */
export const garbage: readonly string[] = [
  "",
  "-3",
  "NaN",
  "1e400",
  "<script>",
  "__proto__",
  "%E0%A4%A",
  "0..0",
  "1..0",
  "1e9..1e10",
  "a".repeat(1e5),
  "own",
  "secure",
  "0",
];
