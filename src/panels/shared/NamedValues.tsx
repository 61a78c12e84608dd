import { Explained } from "../controls/Explained.tsx";

interface NamedValuesProps {
  readonly rows: readonly (readonly [name: string, value: string])[];
  readonly className?: string;
  readonly label?: string;
}

export function NamedValues({ rows, className, label }: NamedValuesProps) {
  return (
    <dl className={className} aria-label={label}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>
            <Explained text={name} />
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
