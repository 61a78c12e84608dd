import { numberText } from "../../../core/numberFormats.ts";
import { Handle } from "../../../panels/pictures/Handle.tsx";
import type { PlotArea } from "../../../plots/curve/curveArea.ts";
import "./youTick.css";

interface YouTickProps {
  readonly area: PlotArea;
  readonly value: number;
  readonly domain: readonly [number, number];
  readonly unit: string;
  readonly onTake: () => void;
  readonly onMove: (value: number) => void;
  readonly onLetGo: () => void;
  readonly onBack: () => void;
}

const tickHeight = 40;

export function YouTick({ area, value, domain, unit, onTake, onMove, onLetGo, onBack }: YouTickProps) {
  const [low, high] = domain;
  const within = (wanted: number) => Math.min(high, Math.max(low, wanted));
  const place = area.x(within(value));
  const left = Math.min(area.right, Math.max(area.left, place));
  return (
    <Handle
      className={left === place ? "you" : "you beside"}
      label={`You: one of the people. Your ${unit}`}
      title="This is you: drag it. Escape puts you back."
      value={value}
      limits={domain}
      valueText={`${numberText(value)} ${unit}`}
      left={left}
      top={area.bottom - tickHeight}
      at={(px) => within(area.x.invert(px))}
      stepped={(steps) => within(value + (steps * (high - low)) / 50)}
      onTake={onTake}
      onMove={(to) => {
        onTake();
        onMove(to);
      }}
      onLetGo={onLetGo}
      onBlur={onLetGo}
      onEscape={onBack}
    >
      <span>you</span>
    </Handle>
  );
}
