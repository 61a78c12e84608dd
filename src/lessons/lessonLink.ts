/** `#/lessons?lesson=ask-again&step=2`, or a lesson's notes. */
export function lessonAt(hash: string): { readonly lesson?: string; readonly step: number; readonly notes: boolean } {
  const query = new URLSearchParams(hash.split("?")[1] ?? "");
  const lesson = query.get("lesson");
  const step = Number(query.get("step") ?? 1);
  return {
    ...(lesson !== null && { lesson }),
    step: Number.isInteger(step) && step >= 1 ? step - 1 : 0,
    notes: query.get("show") === "notes",
  };
}

export function lessonLink(lesson?: string, step = 0): string {
  if (lesson === undefined) return "#/lessons";
  return `#/lessons?lesson=${lesson}${step === 0 ? "" : `&step=${step + 1}`}`;
}

export function notesLink(lesson: string): string {
  return `${lessonLink(lesson)}&show=notes`;
}
