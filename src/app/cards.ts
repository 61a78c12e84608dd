import type { StudyContract, StudyWorker } from "../core/release/contract.ts";
import { lessonLink } from "../lessons/lessonLink.ts";
import type { Lesson } from "../lessons/lesson.ts";
import type { CommonFacts, StudyDefinition } from "../panels/study/study.ts";
import { escaped } from "../plots/escaped.ts";
import { element, exportPalette as palette } from "../plots/svgParts.ts";
import { isStudy, studyOf } from "../state/scenario/linkCodec.ts";
import type { CommonScenario } from "../state/scenario/sharedFields.ts";
import { study as boundary } from "../studies/boundary/definition.ts";
import { study as density } from "../studies/density/definition.ts";
import { study as fabrication } from "../studies/fabrication/definition.ts";
import { study as meanCurve } from "../studies/meanCurve/definition.ts";
import { studyWorker as boundaryWorker } from "../../workers/studies/boundary.ts";
import { studyWorker as densityWorker } from "../../workers/studies/density.ts";
import { studyWorker as fabricationWorker } from "../../workers/studies/fabrication.ts";
import { studyWorker as meanCurveWorker } from "../../workers/studies/meanCurve.ts";
import { answeredAtBuild } from "./answeredAtBuild.ts";
import { openings, type StudyId } from "./studies.ts";

/** Picture and words of a posted link, and the address that its page leads to. */
interface Card {
  /** Folder of its page, as in "lessons/ask-again". */
  readonly path: string;
  readonly hash: string;
  readonly title: string;
  readonly description: string;
  /** 1200 × 630. */
  readonly svg: string;
}

interface Drawn {
  readonly svg: string;
  readonly lead: string;
}

const studies: readonly {
  readonly id: StudyId;
  readonly path: string;
  readonly title: string;
  at(link: string): Drawn;
}[] = [
  { id: "density", path: "density", title: "Private density", at: drawnBy(density, densityWorker) },
  { id: "boundary", path: "boundary", title: "Private boundary", at: drawnBy(boundary, boundaryWorker) },
  { id: "meanCurve", path: "mean-curve", title: "Private mean curve", at: drawnBy(meanCurve, meanCurveWorker) },
  {
    id: "fabrication",
    path: "fabricated-table",
    title: "Fabricated table",
    at: drawnBy(fabrication, fabricationWorker),
  },
];

function drawnBy<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  study: StudyDefinition<S, C, M, F, I, T>,
  worker: StudyWorker<C>,
) {
  return (link: string): Drawn => {
    const { presented, view } = answeredAtBuild(study, worker, link);
    return { svg: study.svg(presented.shown, view), lead: study.lead(presented.shown, view) };
  };
}

/** Cards of studies and lessons; a lesson shows its first step before the guess. */
export function cards(lessons: readonly Lesson[]): readonly Card[] {
  const drawn = new Map<string, Drawn>();
  const drawnAt = (link: string) => {
    const known = drawn.get(link) ?? studies.find(({ id }) => isStudy(studyOf(link), id))!.at(link);
    drawn.set(link, known);
    return known;
  };
  const ofStudies = studies.map(({ id, path, title }) => {
    const hash = `#/${id}`;
    const { svg, lead } = drawnAt(openings[id]);
    return { path, hash, title, description: lead, svg: cardSvg(title, lead, svg) };
  });
  const ofLessons = lessons.map(({ id, title, aim, minutes, steps }) => {
    const links = steps.flatMap(({ link, hidesPicture }) => (hidesPicture || link === undefined ? [] : [link]));
    // The purse shows only a ledger.
    const [link = "#/density"] = links;
    return {
      path: `lessons/${id}`,
      hash: lessonLink(id),
      title,
      description: `${aim} A lesson of ${minutes} minutes: guess first, then turn the knob.`,
      svg: cardSvg(title, aim, drawnAt(link).svg),
    };
  });
  const aim = "Guess first, then turn the knob yourself. Nothing is sent.";
  const [first] = lessons.flatMap(({ steps }) => steps.flatMap(({ link }) => link ?? []));
  const list = first !== undefined && {
    ...{ path: "lessons", hash: lessonLink(), title: "Lessons in differential privacy", description: aim },
    svg: cardSvg("Lessons in differential privacy", aim, drawnAt(first).svg),
  };
  return [...ofStudies, ...(list ? [list] : []), ...ofLessons];
}

const size = { width: 1200, height: 630 };
const margin = 56;
const top = 84;
const lineHeight = 38;

/** Title and words above a wide drawing, or left of a square one. */
function cardSvg(title: string, words: string, drawing: string): string {
  const [, width, height] = /viewBox="\S+ \S+ ([\d.]+) ([\d.]+)"/.exec(drawing)?.map(Number) ?? [];
  if (!width || !height) throw new Error("a drawing without a viewBox");
  const isWide = width > 1.4 * height;
  const lines = wrapped(words, isWide ? 78 : 34).slice(0, isWide ? 2 : 7);
  const above = isWide ? top + 32 + lineHeight * lines.length : margin;
  const left = isWide ? margin : size.width - size.height;
  const place = { x: left, y: above, width: size.width - margin - left, height: size.height - above - 24 };
  const placed = Object.entries(place).map(([name, value]) => `${name}="${value}" `);
  const line = (y: number, look: Readonly<Record<string, string | number>>, content: string) =>
    element("text", { x: margin, y, ...look }, withGreek(content));
  const brand = { "font-size": 34, fill: palette.private };
  return element(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${size.width} ${size.height}`, "font-family": "sans-serif" },
    element("rect", { ...size, fill: palette.paper }),
    element("rect", { width: size.width, height: 10, fill: palette.private }),
    line(top, { "font-size": 50, "font-weight": 700, fill: palette.ink }, title),
    ...lines.map((content, i) => line(top + 50 + lineHeight * i, { "font-size": 28, fill: palette.muted }, content)),
    isWide
      ? element("text", { x: size.width - margin, y: top, "text-anchor": "end", ...brand }, "Curveil")
      : line(size.height - margin, brand, "Curveil"),
    drawing.replace(/^<svg /, `<svg ${placed.join("")}`).replace('font-size="12"', 'font-size="16"'),
  );
}

/**
 * Greek letters are in the font of formulas only. The renderer would set all text in that font if it had all letters;
 * it has no full stop, so an invisible one keeps the others in their own.
 */
function withGreek(content: string): string {
  const written = escaped(content);
  return /\p{Script=Greek}/u.test(written) ? written + element("tspan", { "fill-opacity": 0 }, ".") : written;
}

function wrapped(text: string, most: number): readonly string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)!} ${word}`.trim();
    if (longer.length <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
