import type { ReactNode } from "react";
import type { Interval } from "../../core/grids.ts";
import { significant } from "../../core/numberFormats.ts";
import type { Functional } from "../../core/planning/plannedErrors.ts";
import { planLimits, type PlanTarget } from "../../core/planning/plan.ts";
import type { SimulatedTarget } from "../../core/planning/simulatedPlan.ts";
import { NumberBox } from "../controls/NumberBox.tsx";
import { ToolChoice } from "../controls/ToolChoice.tsx";
import type { PlanWords } from "./planWords.ts";

interface PlanTargetFieldsProps {
  readonly target: PlanTarget;
  readonly domain: Interval;
  readonly words: PlanWords;
  readonly kinds: readonly PlanTarget["kind"][];
  readonly usualWidth: number;
  readonly onChange: (target: PlanTarget) => void;
}

const names = {
  share: "an error, as a share of the curve’s height",
  functional: "a number that is computed from the curve",
  simulated: "an error of simulated releases, as of a peak’s place or height",
} as const;
const errors = { noise: "the noise", total: "the whole error" } as const;
const confidences = {
  everywhere: "everywhere at once, with 95 %",
  point: "at each point, with 95 %",
  deviation: "as a standard deviation",
} as const;

export function PlanTargetFields({ target, domain, words, kinds, usualWidth, onChange }: PlanTargetFieldsProps) {
  const [lower, upper] = domain;
  const place = (share: number) => significant(lower + share * (upper - lower), 3);
  const functionalOf = (kind: Functional["kind"]): Functional =>
    kind === "value" || kind === "slope" ? { kind, at: place(0.5) } : { kind, from: place(1 / 3), to: place(2 / 3) };
  const begin = (kind: PlanTarget["kind"]): PlanTarget => {
    if (kind === "simulated") return { kind, of: "total", measure: "place", percent: 2, inTen: 9 };
    if (kind === "share") return { kind, of: "noise", confidence: "everywhere", percent: 5 };
    return { kind, of: "noise", functional: functionalOf("difference"), width: usualWidth };
  };
  return (
    <>
      {kinds.length > 1 && (
        <p className="window">
          <ToolChoice
            label="The target is"
            value={target.kind}
            choices={Object.fromEntries(kinds.map((kind) => [kind, names[kind]]))}
            onChange={(kind) => kind !== target.kind && onChange(begin(kind))}
          />
        </p>
      )}
      {target.kind === "share" && (
        <p className="window">
          <ToolChoice
            isInSentence
            label="The error"
            value={target.of}
            choices={errors}
            onChange={(of) => onChange({ ...target, of })}
          />
          <span>is below</span>
          <NumberBox
            {...{ label: "Percent of the height", value: target.percent, ...planLimits.percent }}
            onCommit={(percent) => onChange({ ...target, percent })}
          />
          <span>{`% of ${words.heights?.[target.of]}`}</span>
          <ToolChoice
            isInSentence
            label="Where it holds"
            value={target.confidence}
            choices={confidences}
            onChange={(confidence) => onChange({ ...target, confidence })}
          />
        </p>
      )}
      {target.kind === "simulated" && <SimulatedFields {...{ target, words, domain, onChange }} />}
      {target.kind === "functional" && (
        <FunctionalFields
          functional={target.functional}
          words={words}
          onKind={(kind) => onChange({ ...target, functional: functionalOf(kind) })}
          onChange={(functional) => onChange({ ...target, functional })}
        >
          <span>is known to ±</span>
          <NumberBox
            {...{ label: "Half width", value: target.width, ...planLimits.positive }}
            onCommit={(width) => onChange({ ...target, width })}
          />
          <span>with 95 %, counting</span>
          <ToolChoice
            isInSentence
            label="What counts"
            value={target.of}
            choices={{ noise: "the noise only", total: "everything" }}
            onChange={(of) => onChange({ ...target, of })}
          />
        </FunctionalFields>
      )}
    </>
  );
}

function SimulatedFields({
  target,
  words: { measures = {} },
  domain,
  onChange,
}: Pick<PlanTargetFieldsProps, "words" | "domain"> & {
  readonly target: SimulatedTarget;
  readonly onChange: (target: SimulatedTarget) => void;
}) {
  const own = measures[target.measure]!;
  const between = target.measure === "place" || target.measure === "height" ? (target.between ?? domain) : undefined;
  const end = (label: string, k: 0 | 1) => (
    <NumberBox
      {...{ label, value: between![k] }}
      min={k === 0 ? domain[0] : between![0]}
      max={k === 0 ? between![1] : domain[1]}
      onCommit={(value) => onChange({ ...target, between: k === 0 ? [value, between![1]] : [between![0], value] })}
    />
  );
  const named = Object.fromEntries(Object.entries(measures).map(([measure, { name }]) => [measure, name]));
  return (
    <p className="window">
      <ToolChoice
        isInSentence
        label="Error"
        value={target.measure}
        choices={named}
        onChange={(measure) => onChange({ ...target, measure, of: measure === "peaks" ? "total" : target.of })}
      />
      {between && (
        <>
          <span>between</span>
          {end("Highest point from", 0)}
          <span>and</span>
          {end("Highest point to", 1)}
        </>
      )}
      {target.measure === "peaks" ? (
        <span>is small: all show in</span>
      ) : (
        <>
          <span>is at most</span>
          <NumberBox
            {...{ label: "Most", value: target.percent, ...planLimits.percent }}
            onCommit={(percent) => onChange({ ...target, percent })}
          />
          <span>{own.unit}</span>
          <ToolChoice
            isInSentence
            label="Beyond"
            value={target.of}
            choices={own.beyond}
            onChange={(of) => onChange({ ...target, of })}
          />
          <span>in</span>
        </>
      )}
      <NumberBox
        {...{ label: "Releases of ten that reach it", value: target.inTen, ...planLimits.inTen }}
        onCommit={(inTen) => onChange({ ...target, inTen })}
      />
      <span>of 10 releases.</span>
    </p>
  );
}

function FunctionalFields({
  functional,
  words,
  onKind,
  onChange,
  children,
}: {
  readonly functional: Functional;
  readonly words: PlanWords;
  readonly onKind: (kind: Functional["kind"]) => void;
  readonly onChange: (functional: Functional) => void;
  readonly children: ReactNode;
}) {
  const functionals = {
    difference: "a difference of two values",
    value: "a value",
    integral: `${words.integral ?? "the integral"} between two places`,
    slope: "a slope",
  };
  const box = (label: string, value: number, commit: (value: number) => Functional) => (
    <NumberBox {...{ label, value, ...planLimits.place }} onCommit={(typed) => onChange(commit(typed))} />
  );
  return (
    <p className="window">
      <ToolChoice isInSentence label="Number" value={functional.kind} choices={functionals} onChange={onKind} />
      {"at" in functional ? (
        <>
          <span>at</span>
          {box("Place", functional.at, (at) => ({ ...functional, at }))}
        </>
      ) : (
        <>
          <span>{functional.kind === "integral" ? "from" : "between"}</span>
          {box("First place", functional.from, (from) => ({ ...functional, from }))}
          <span>{functional.kind === "integral" ? "to" : "and"}</span>
          {box("Second place", functional.to, (to) => ({ ...functional, to }))}
        </>
      )}
      {children}
    </p>
  );
}
