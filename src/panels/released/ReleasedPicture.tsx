import { useLayoutEffect, useState } from "react";
import type { PointerEvent } from "react";
import type { ReleaseFile } from "../../core/releaseFile/releaseFile.ts";
import { numberText } from "../../core/numberFormats.ts";
import { createBoundaryPlot } from "../../plots/boundaryPlot.ts";
import type { BoundaryPlot } from "../../plots/boundaryPlot.ts";
import { createFieldPlot } from "../../plots/fieldPlot.ts";
import type { FieldPlot } from "../../plots/fieldPlot.ts";
import { frameOf } from "../../plots/frame.ts";
import type { GroupPicture } from "../../plots/groupPicture.ts";
import type { TablePicture } from "../../plots/tablePlot.ts";
import { BesidePlane, keyBelow, planeRoom } from "../BesidePlane.tsx";
import { TableHost } from "../TableHost.tsx";
import { CurveHost } from "../CurveHost.tsx";
import { ContourKey, DecisionKey } from "../FieldKey.tsx";
import { usePictureHeight } from "../pictureHeight.ts";
import { GroupMultiples } from "../GroupMultiples.tsx";
import { PlotHost } from "../PlotHost.tsx";
import { Readout } from "../Readout.tsx";
import { useGridCursor } from "../useGridCursor.ts";
import { usePlot } from "../usePlot.ts";
import { useWidth } from "../useWidth.ts";
import { releasedFunction } from "./releasedFunction.ts";
import type { ReleasedPicture as Drawn, ReleaseLook } from "./releasedPicture.ts";
import { sideKey } from "./classSides.ts";
import { ReleasedNumbers } from "./ReleasedNumbers.tsx";

interface ReleasedPictureProps {
  readonly file: ReleaseFile;
  readonly drawn: Drawn | undefined;
  readonly look: ReleaseLook;
  readonly theme: "light" | "dark";
}

/** The picture of a release, with a read-out of its numbers; the numbers alone where it shows no function. */
export function ReleasedPicture({ file, drawn, look, theme }: ReleasedPictureProps) {
  if (!drawn) return <ReleasedNumbers file={file} isTable={look.table ?? false} />;
  if (drawn.kind === "groups") {
    const [{ picture }] = drawn.groups as [(typeof drawn.groups)[number]];
    return (
      <GroupMultiples
        groups={drawn.groups}
        theme={theme}
        reducedMotion
        label={`Released ${picture.label.y} over ${picture.label.x}, for each of ${drawn.groups.length} groups. Arrow keys read values.`}
        readout={(index) => groupReadout(file, drawn.groups, index)}
      />
    );
  }
  if (drawn.kind === "table") return <Rows file={file} drawn={drawn} theme={theme} />;
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
  let rest = index;
  const places = shown.axes.map((axis, k) => {
    const at = axis[rest % axis.length]!;
    rest = Math.floor(rest / axis.length);
    return `${shown.names[k]!} = ${numberText(at)}`;
  });
  const noise = bands[0] ? ` ± ${numberText(bands[0].halfWidth * (bands[0].shape?.[index] ?? 1))}` : "";
  return `${places.join(", ")} · released ${numberText(shown.released[index]!)}${noise}`;
}

/** What is released of all groups at one place. */
function groupReadout(file: ReleaseFile, groups: readonly GroupPicture[], index: number | undefined): string {
  if (index === undefined) return readout(file, undefined);
  const { x, label } = groups[0]!.picture;
  const said = groups.map(({ title, picture }) => `${title} ${numberText(picture.release[index]!)}`);
  const noise = file.view.bands[0] ? `, ± ${numberText(file.view.bands[0].halfWidth)} at most` : "";
  return `${label.x} = ${numberText(x[index]!)} · ${said.join(" · ")}${noise}`;
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
  const create: (host: HTMLElement) => FieldPlot | BoundaryPlot =
    drawn.kind === "field" ? createFieldPlot : createBoundaryPlot;
  const { host, plotRef, made } = usePlot(create);
  const width = useWidth(host);
  const { index, point, onHost } = useGridCursor(drawn.picture.counts);
  const height = Math.round(Math.min(width * 1.15, usePictureHeight(host, width, { under: keyBelow(width) })));
  const { plane: side, left } = planeRoom(width, height, false);

  useLayoutEffect(() => {
    if (width === 0) return;
    const frame = frameOf(host.current!, { width: side, height }, theme);
    if (drawn.kind === "field") (made() as FieldPlot).update(drawn.picture, frame);
    else (made() as BoundaryPlot).update(drawn.picture, frame);
  }, [host, made, drawn, theme, width, side, height]);

  const indexAt = (clientX: number, clientY: number) => {
    const current = plotRef.current;
    if (!current) return undefined;
    if ("indexAt" in current) return current.indexAt(clientX, clientY);
    const place = current.placeAt(clientX, clientY);
    return place && nearestIndex(drawn.picture, place);
  };
  const read = (event: PointerEvent) => point(indexAt(event.clientX, event.clientY));
  return (
    <>
      <div className="plane-stage">
        <PlotHost
          ref={host}
          label={`Released values over ${drawn.picture.label.x} and ${drawn.picture.label.y}. Arrow keys read values.`}
          style={{ height }}
          onRead={read}
          {...onHost}
        />
        <BesidePlane left={left}>
          {drawn.kind === "field" ? (
            <ContourKey of={releasedFunction(file)!.valueName} upper={drawn.picture.colourUpper} theme={theme} />
          ) : (
            <DecisionKey ends={sideKey(file)} theme={theme} />
          )}
        </BesidePlane>
      </div>
      <Readout text={readout(file, index)} />
    </>
  );
}

/** The rows of a table over its first two columns, and the numbers themselves. */
function Rows({
  file,
  drawn: { picture, columns, rows },
  theme,
}: {
  readonly file: ReleaseFile;
  readonly drawn: Extract<Drawn, { kind: "table" }>;
  readonly theme: "light" | "dark";
}) {
  const [cursor, setCursor] = useState<readonly [number, number]>();
  const [x, y] = columns as [string, string];
  const row = cursor && nearestRow(picture, cursor);
  const said =
    row === undefined
      ? `Each mark is a row over ${x} and ${y}. Point at it, or press the arrow keys, to read the nearest.`
      : `Row ${row + 1}: ${columns.map((name, k) => `${name} = ${numberText(rows[row * columns.length + k]!)}`).join(" · ")}`;
  return (
    <div className="released-table">
      <div>
        <TableHost
          picture={{ ...picture, cursor }}
          theme={theme}
          label={`Released rows over ${x} and ${y}. Arrow keys read the nearest row.`}
          onCursor={setCursor}
        />
        <Readout text={said} />
      </div>
      <ReleasedNumbers file={file} isTable />
    </div>
  );
}

function nearestRow(
  { clouds, domain: { x, y } }: TablePicture,
  [px, py]: readonly [number, number],
): number | undefined {
  const { coordinates } = clouds[0]!;
  let [nearest, least]: [number | undefined, number] = [undefined, Infinity];
  for (let i = 0; 2 * i < coordinates.length; i++) {
    const distance = Math.hypot(
      (coordinates[2 * i]! - px) / (x[1] - x[0]),
      (coordinates[2 * i + 1]! - py) / (y[1] - y[0]),
    );
    if (distance < least) [nearest, least] = [i, distance];
  }
  return nearest;
}

type PlaneDrawn = Exclude<Drawn, { kind: "curve" | "groups" | "table" }>;
type PlanePicture = PlaneDrawn["picture"];

function nearestIndex({ counts: [nx, ny], domain: { x, y } }: PlanePicture, [px, py]: readonly [number, number]) {
  const i = Math.round(((px - x[0]) / (x[1] - x[0])) * (nx - 1));
  const j = Math.round(((py - y[0]) / (y[1] - y[0])) * (ny - 1));
  return i >= 0 && i < nx && j >= 0 && j < ny ? i + j * nx : undefined;
}
