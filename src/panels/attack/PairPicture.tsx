import { memo, useMemo, useRef, type KeyboardEvent, type PointerEvent } from "react";
import { numberText } from "../../core/numberFormats.ts";
import type { RecordMove } from "../../core/release/attacking.ts";
import { useWidth } from "../hooks/useWidth.ts";
import type { AttackSubject } from "./attackSubject.ts";
import { pairPlaneOf, pairScreen, withRecord, type PairPlane, type PairScreen } from "./pairPlane.ts";

interface PairPictureProps {
  readonly of: AttackSubject;
  readonly move: RecordMove;
  readonly onMove: (move: RecordMove) => void;
}

/** Pixels from x′ within which a press grabs it. */
const reach = 20;
const keySteps = 40;

/** A press chooses x, a drag from there carries x′. */
export function PairPicture({ of, move, onMove }: PairPictureProps) {
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const plane = useMemo(() => pairPlaneOf(of), [of]);
  const screen = useMemo(() => pairScreen(plane, width), [plane, width]);
  const held = useRef<{ readonly x: number; readonly y: number; isDragged: boolean }>(undefined);
  const { x, y, markOf, movedTo } = plane;
  const [before, after] = [markOf(move.record), markOf(move.record, move.to)];

  const placeOf = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    return [clientX - box.left, clientY - box.top] as const;
  };
  const onPointerDown = (event: PointerEvent) => {
    const place = placeOf(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { x: event.clientX, y: event.clientY, isDragged: false };
    if (screen.distanceTo(after, place) < reach) return;
    const far = Array.from({ length: of.count }, (_, record) => screen.distanceTo(markOf(record), place));
    onMove(withRecord(of, move, far.indexOf(far.reduce((least, distance) => Math.min(least, distance)))));
  };
  const onPointerMove = (event: PointerEvent) => {
    const now = held.current;
    if (!now) return;
    now.isDragged ||= Math.hypot(event.clientX - now.x, event.clientY - now.y) > 4;
    if (now.isDragged) onMove(movedTo(move, screen.valueAt(placeOf(event))));
  };
  const letGo = () => (held.current = undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!direction) return;
    event.preventDefault();
    const [right, above] = direction as [number, number];
    const step = (event.shiftKey ? 0.1 : 1) / keySteps;
    const stepOn = ([least, most]: readonly [number, number]) => step * (most - least);
    const [a, b] = after[after.length >> 1]!;
    const place = of.curves
      ? ([a, b + (right + above) * stepOn(y!.domain)] as const)
      : ([a + (y ? right : right + above) * stepOn(x.domain), y ? b + above * stepOn(y.domain) : 0] as const);
    onMove(movedTo(move, place));
  };

  return (
    <div ref={host} className="pair-picture" data-plane={y !== undefined && !of.curves}>
      {width > 0 && (
        <svg
          width={width}
          height={screen.height}
          style={{ touchAction: y ? "none" : "pan-y" }}
          role="slider"
          tabIndex={0}
          aria-label={`x′ in the picture of the ${of.noun}s`}
          aria-valuenow={move.to[0]}
          aria-valuetext={move.to.map(numberText).join(", ")}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={letGo}
          onPointerCancel={letGo}
          onKeyDown={onKeyDown}
        >
          <path d={`M${screen.left},${screen.bottom}H${screen.right}`} />
          <Records of={of} plane={plane} screen={screen} />
          <Mark name="x" at={before} screen={screen} />
          <Mark name="x′" at={after} screen={screen} />
          <text className="axis-name" x={screen.right} y={screen.height - 6} textAnchor="end">
            {x.label}
          </text>
          <text className="axis-name" x={screen.left} y={12}>
            {y?.label}
          </text>
        </svg>
      )}
      <p className="source">
        Press a {of.noun}: it is x. Drag from there: x′ is where you let go. Arrow keys move x′ too.
      </p>
    </div>
  );
}

/** The most that are drawn, evenly among all. */
const most = { points: 400, curves: 80 };

const Records = memo(function Records({
  of: { count, curves },
  plane,
  screen,
}: {
  readonly of: Pick<AttackSubject, "count" | "curves">;
  readonly plane: PairPlane;
  readonly screen: PairScreen;
}) {
  const shown = Math.min(count, curves ? most.curves : most.points);
  const records = Array.from({ length: shown }, (_, i) => Math.floor((i * count) / shown));
  return <path className="records" d={records.map((record) => screen.pathOf(plane.markOf(record))).join("")} />;
});

function Mark({
  name,
  at,
  screen,
}: {
  readonly name: "x" | "x′";
  readonly at: ReturnType<PairPlane["markOf"]>;
  readonly screen: PairScreen;
}) {
  const [a, b] = at.at(-1)!;
  return (
    <>
      <path className={name === "x" ? "x" : "second"} data-curve={at.length > 1} d={screen.pathOf(at)} />
      <text x={Math.min(screen.across(a) + 7, screen.width - 16)} y={screen.up(b) - 7}>
        {name}
      </text>
    </>
  );
}
