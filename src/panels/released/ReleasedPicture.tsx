import { useLayoutEffect, useRef } from "react";
import type { PointerEvent } from "react";
import type { ReleaseFile } from "../../core/releaseFile/releaseFile.ts";
import { numberText } from "../../core/numberFormats.ts";
import { createBoundaryPlot } from "../../plots/boundaryPlot.ts";
import type { BoundaryPlot } from "../../plots/boundaryPlot.ts";
import { createFieldPlot } from "../../plots/fieldPlot.ts";
import type { FieldPlot } from "../../plots/fieldPlot.ts";
import { frameOf } from "../../plots/frame.ts";
import "../../plots/plots.css";
import type { GroupPlane as GroupPlaneDrawn } from "../../plots/groupPicture.ts";
import { planeIndex } from "../../plots/planeIndex.ts";
import { partOf } from "../follows/whatFollows.ts";
import type { FollowedFunction } from "../follows/whatFollows.ts";
import { CurveHost } from "../CurveHost.tsx";
import { ContourKey, DecisionKey } from "../FieldKey.tsx";
import { usePictureHeight } from "../pictureHeight.ts";
import { GroupCurve } from "../GroupCurve.tsx";
import { GroupPlane } from "../GroupPlane.tsx";
import { GroupMultiples } from "../GroupMultiples.tsx";
import { Readout } from "../Readout.tsx";
import { useGridCursor } from "../useGridCursor.ts";
import { useWidth } from "../useWidth.ts";
import { releasedFunction } from "./releasedFunction.ts";
import type { ReleasedPicture as Drawn, ReleaseLook } from "./releasedPicture.ts";
import { sideKey } from "./classSides.ts";
import { ReleasedNumbers } from "./ReleasedNumbers.tsx";
import { useDestroyed } from "../useDestroyed.ts";
import "../curveHost.css";

interface ReleasedPictureProps {
  readonly file: ReleaseFile;
  readonly drawn: Drawn | undefined;
  readonly look: ReleaseLook;
  readonly theme: "light" | "dark";
}

/** The picture of a release, with a read-out of its numbers; the numbers alone where it shows no function. */
export function ReleasedPicture({ file, drawn, look, theme }: ReleasedPictureProps) {
  if (!drawn) return <ReleasedNumbers file={file} isTable={look.table ?? false} />;
  if (drawn.kind === "planes") return <Planes file={file} groups={drawn.groups} theme={theme} />;
  if (drawn.kind === "groups") {
    const [{ picture }] = drawn.groups as [(typeof drawn.groups)[number]];
    return (
      <GroupMultiples
        groups={drawn.groups}
        Part={GroupCurve}
        counts={[picture.x.length]}
        theme={theme}
        reducedMotion
        label={`Released ${picture.label.y} over ${picture.label.x}, for each of ${drawn.groups.length} groups. Arrow keys read values.`}
        readout={(index) =>
          groupReadout(
            file,
            drawn.groups.map(({ title }) => title),
            index,
          )
        }
      />
    );
  }
  return drawn.kind === "curve" ? (
    <CurveHost
      picture={drawn.picture}
      theme={theme}
      reducedMotion
      label={`Released ${drawn.picture.label.y} over ${drawn.picture.label.x}. Arrow keys read values.`}
      readout={(index) => readout(file, index)}
    />
  ) : (
    <Plane file={file} drawn={drawn} theme={theme} />
  );
}

function readout(file: ReleaseFile, index: number | undefined): string {
  const { bands } = file.view;
  const shown = releasedFunction(file);
  if (!shown || index === undefined) {
    return bands.length === 0
      ? ""
      : bands
          .map(({ name, halfWidth, shape }) => `${shape ? "at most " : ""}± ${numberText(halfWidth)}: ${name}`)
          .join(" · ");
  }
  const noise = bands[0] ? ` ± ${numberText(bands[0].halfWidth * (bands[0].shape?.[index] ?? 1))}` : "";
  return `${placesText(shown, index)} · released ${numberText(shown.released[index]!)}${noise}`;
}

/** Where a point of a function's grid is. */
function placesText({ axes, names }: Pick<FollowedFunction, "axes" | "names">, index: number): string {
  let rest = index;
  const places = axes.map((axis, k) => {
    const at = axis[rest % axis.length]!;
    rest = Math.floor(rest / axis.length);
    return `${names[k]!} = ${numberText(at)}`;
  });
  return places.join(", ");
}

/** What is released of all groups at one place. */
function groupReadout(file: ReleaseFile, titles: readonly string[], index: number | undefined): string {
  const shown = releasedFunction(file);
  if (!shown || index === undefined) return readout(file, undefined);
  const parts = titles.map((_, k) => partOf(shown, k));
  const said = titles.map((title, k) => `${title} ${numberText(parts[k]!.released[index]!)}`);
  const noise = file.view.bands[0] ? `, ± ${numberText(file.view.bands[0].halfWidth)} at most` : "";
  return `${placesText(parts[0]!, index)} · ${said.join(" · ")}${noise}`;
}

/** The boundaries of groups, with what their colours mean. */
function Planes({
  file,
  groups,
  theme,
}: Pick<ReleasedPictureProps, "file" | "theme"> & { readonly groups: readonly GroupPlaneDrawn[] }) {
  const [{ picture }] = groups as [GroupPlaneDrawn];
  return (
    <>
      <GroupMultiples
        groups={groups}
        Part={GroupPlane}
        counts={picture.counts}
        theme={theme}
        reducedMotion
        label={`Released boundaries over ${picture.label.x} and ${picture.label.y}, for each of ${groups.length} groups. Arrow keys read values.`}
        readout={(index) =>
          groupReadout(
            file,
            groups.map(({ title }) => title),
            index,
          )
        }
      />
      <DecisionKey ends={sideKey(file)} theme={theme} />
    </>
  );
}

function Plane({
  file,
  drawn,
  theme,
}: {
  readonly file: ReleaseFile;
  readonly drawn: PlaneDrawn;
  readonly theme: "light" | "dark";
}) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<FieldPlot | BoundaryPlot>(undefined);
  const width = useWidth(host);
  const { index, point, onHost } = useGridCursor(drawn.picture.counts);
  const height = Math.round(Math.min(width * 1.15, usePictureHeight(host, width, { under: 22 })));
  const side = Math.min(width, Math.round(height / 0.92));

  useLayoutEffect(() => {
    if (width === 0) return;
    const element = host.current!;
    const frame = frameOf(element, { width: side, height }, theme);
    if (drawn.kind === "field") {
      plot.current ??= createFieldPlot(element);
      (plot.current as FieldPlot).update(drawn.picture, frame);
    } else {
      plot.current ??= createBoundaryPlot(element);
      (plot.current as BoundaryPlot).update(drawn.picture, frame);
    }
  }, [drawn, theme, width, side, height]);
  useDestroyed(plot);

  const indexAt = (clientX: number, clientY: number) => {
    const current = plot.current;
    if (!current) return undefined;
    if ("indexAt" in current) return current.indexAt(clientX, clientY);
    const place = current.placeAt(clientX, clientY);
    return place && planeIndex(drawn.picture, place);
  };
  const read = (event: PointerEvent) => point(indexAt(event.clientX, event.clientY));
  return (
    <>
      <div
        ref={host}
        className="curve-host"
        role="application"
        aria-roledescription="plot"
        aria-label={`Released values over ${drawn.picture.label.x} and ${drawn.picture.label.y}. Arrow keys read values.`}
        tabIndex={0}
        style={{ height }}
        onPointerMove={read}
        onPointerDown={read}
        {...onHost}
      />
      {drawn.kind === "field" ? (
        <ContourKey of={releasedFunction(file)!.valueName} upper={drawn.picture.colourUpper} theme={theme} />
      ) : (
        <DecisionKey ends={sideKey(file)} theme={theme} />
      )}
      <Readout text={readout(file, index)} />
    </>
  );
}

type PlaneDrawn = Exclude<Drawn, { kind: "curve" | "groups" | "planes" }>;
