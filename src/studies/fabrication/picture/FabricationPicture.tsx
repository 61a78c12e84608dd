import { useEffect, useState, memo, useMemo } from "react";
import { numberText } from "../../../core/numberFormats.ts";
import { useFurtherLines } from "../../../panels/pictures/furtherLines.ts";
import { PicturePlace } from "../../../panels/pictures/PicturePlace.tsx";
import { TableHost } from "../../../panels/pictures/TableHost.tsx";
import { Readout } from "../../../panels/pictures/Readout.tsx";
import { rowsAt, tablePictureOf } from "./pictures.ts";
import { TableKey } from "./TableKey.tsx";
import type { FabricationProps, FabricationView, Smoothing } from "../model/view.ts";
import type { Layer } from "../model/fields.ts";
import type { FabricationScenario } from "../model/scenario.ts";
import { LineChart } from "../../../panels/pictures/LineChart.tsx";
import type { FurtherLine } from "../../../plots/furtherLines.ts";
import { niceUpper } from "../../../plots/niceUpper.ts";

export function FabricationPicture({ shown, view, theme, tool, setTool, reducedMotion }: FabricationProps) {
  const at = usePosition(view, tool, setTool, reducedMotion);
  const [cursor, setCursor] = useState<readonly [number, number]>();
  const further = useFurtherLines(view?.released.length ?? 0);
  if (!view) return <PicturePlace />;
  const moving = at === undefined ? undefined : rowsAt(view.facts.frames, view.released, at);
  const within = cursor && gridIndex(view, cursor) !== undefined ? cursor : undefined;
  return (
    <>
      <TableHost
        picture={tablePictureOf(shown, view, moving, within, further)}
        theme={theme}
        label={`Rows of ${shown.x} and ${shown.y}. Arrow keys read the plane.`}
        onCursor={setCursor}
        beside={({ left, isWide }) => (
          <>
            <TableKey field={shown.field} view={view} theme={theme} beside={left !== undefined} />
            {isWide && <SmoothingErrors errors={view.facts.errors} />}
          </>
        )}
      />
      <Readout text={within ? readout(shown, view, within) : legendOf(shown, view, further)} />
    </>
  );
}

const secondsPerStep = 0.7;

/** undefined for the fabricated rows. */
function usePosition(
  view: FabricationView | undefined,
  { at, playing }: Smoothing,
  setTool: (tool: Smoothing) => void,
  reducedMotion: boolean,
): number | undefined {
  const steps = view?.facts.frames.length ?? 0;
  const [moved, setMoved] = useState(0);
  const moving = playing && !reducedMotion && steps > 0;
  useEffect(() => {
    if (!moving) return;
    const start = performance.now();
    let frame = requestAnimationFrame(function move(now) {
      const position = (now - start) / 1000 / secondsPerStep;
      if (position >= steps) setTool({ playing: false, at: "result" });
      else {
        setMoved(Math.max(0, position));
        frame = requestAnimationFrame(move);
      }
    });
    return () => cancelAnimationFrame(frame);
  }, [moving, steps, setTool]);
  if (moving) return Math.min(moved, steps);
  return typeof at === "number" && at < steps ? at : undefined;
}

function gridIndex({ facts: { field } }: FabricationView, place: readonly [number, number]): number | undefined {
  if (!field) return undefined;
  const [i, j] = field.grid.axes.map(({ lower, upper, count }, k) =>
    Math.round(((place[k]! - lower) / (upper - lower)) * (count - 1)),
  ) as [number, number];
  const [nx, ny] = field.grid.axes.map(({ count }) => count) as [number, number];
  return i >= 0 && i < nx && j >= 0 && j < ny ? i + j * nx : undefined;
}

function readout(
  { x, y, parties }: FabricationProps["shown"],
  view: FabricationView,
  place: readonly [number, number],
): string {
  const { field, classNames } = view.facts;
  const q = gridIndex(view, place)!;
  const { dimension, coordinates } = field!.image;
  return [
    `${x} = ${numberText(place[0])}, ${y} = ${numberText(place[1])}`,
    ...(classNames.length > 0 ? [`class ${classNames[field!.label[q]!]!}`] : []),
    ...(parties > 1 ? [`party ${field!.party[q]! + 1}`] : []),
    `distance ${numberText(field!.distance[q]!)}`,
    `image (${numberText(coordinates[q * dimension]!)}, ${numberText(coordinates[q * dimension + 1]!)})`,
  ].join(" · ");
}

const shapes = ["●", "■", "▲", "◆"];

function legendOf(
  { layers }: FabricationScenario,
  { inside, facts }: FabricationView,
  further: readonly FurtherLine[] = [],
): string {
  const marks: Readonly<Record<Layer, string>> = {
    original: "hollow, ink: the records",
    noisy: "crosses: with noise",
    fabricated: "filled, vermilion: fabricated",
    image: "dots: the image of the machines",
  };
  const drawn = layers.filter((layer) => inside || layer !== "original").map((layer) => marks[layer]);
  if (further.some(({ kind }) => kind === "average")) drawn.push("green: the average of the draws’ noisy rows");
  const { classNames } = facts;
  const classes =
    classNames.length > 0 ? `${classNames.map((name, c) => `${shapes[c % 4]}\u00a0${name}`).join(", ")}.` : "";
  const text = drawn.join("; ");
  return [text === "" ? "" : `${text[0]!.toUpperCase()}${text.slice(1)}.`, classes].filter(Boolean).join(" ");
}

/** Public: the noisy rows determine it. */
const SmoothingErrors = memo(function SmoothingErrors({ errors }: { readonly errors: Float64Array }) {
  const picture = useMemo(
    () => ({
      x: { domain: [0, Math.max(1, errors.length - 1)] as const, isLog: false, label: "steps of smoothing" },
      y: {
        domain: [0, niceUpper(errors.reduce((most, error) => Math.max(most, error), 0))] as const,
        isLog: false,
        label: "distance from the images",
      },
      series: [
        {
          points: Array.from(errors, (error, step) => [step, error] as const),
          role: "private" as const,
          as: "line" as const,
        },
      ],
      description: "The sum of the rows’ distances from their images after each step of smoothing",
    }),
    [errors],
  );
  return (
    <LineChart
      picture={picture}
      caption="Sum of the rows’ distances from their images, after each step: where it no longer falls, more steps do not help."
    />
  );
});
