import "./shareBar.css";

interface ShareBarProps {
  readonly label: string;
  readonly value: number;
  readonly most: number;
  readonly tone: "ink" | "private" | "second";
  readonly title?: string;
}

export function ShareBar({ label, value, most, tone, title }: ShareBarProps) {
  return (
    <div
      className="share-bar"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={value}
      title={title}
    >
      <div data-tone={tone} style={{ width: `${(100 * value) / most}%` }} />
    </div>
  );
}
