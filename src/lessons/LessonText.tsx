import { Explained } from "../panels/controls/Explained.tsx";
import { lessonTerms } from "./lessonTerms.ts";
import type { Block, Inline } from "./lesson.ts";

export function LessonText({ of }: { readonly of: readonly Block[] }) {
  return of.map((block, i) =>
    block.kind === "p" ? (
      <p key={i}>
        <LessonWords of={block.of} explains />
      </p>
    ) : (
      <ul key={i}>
        {block.items.map((item, j) => (
          <li key={j}>
            <LessonWords of={item} />
          </li>
        ))}
      </ul>
    ),
  );
}

export function LessonWords({ of, explains }: { readonly of: readonly Inline[]; readonly explains?: boolean }) {
  return of.map((part, i) => {
    if (typeof part === "string") return explains ? <Explained key={i} text={part} every={lessonTerms} /> : part;
    if (part.kind === "link")
      return (
        <a key={i} href={part.href}>
          {part.text}
        </a>
      );
    const Tag = part.kind;
    return <Tag key={i}>{part.text}</Tag>;
  });
}

export function plainWords(of: readonly Inline[]): string {
  return of.map((part) => (typeof part === "string" ? part : part.text)).join("");
}
