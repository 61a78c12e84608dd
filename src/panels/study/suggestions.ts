import { wordsOf } from "../../core/tables/head/columnNames.ts";
import type { ColumnKind } from "../../core/tables/cells/columnFormat.ts";
import type { Interval } from "../../core/grids.ts";

export interface Suggestion {
  readonly label: string;
  readonly interval: Interval;
}

interface Known {
  readonly words?: RegExp;
  readonly units?: RegExp;
  readonly label: string;
  readonly interval: Interval;
}

const known: readonly Known[] = [
  { words: /^(age|alter|âge|edad|età|leeftijd|ages)$/, label: "ages of people", interval: [0, 110] },
  { units: /^%$/, label: "percent", interval: [0, 100] },
  { words: /^(percent|percentage|pct|prozent|quote)$/, label: "percent", interval: [0, 100] },
  { words: /^(share|fraction|proportion|probability|prob|anteil|ratio)$/, label: "a share", interval: [0, 1] },
  {
    words: /^(income|salary|wage|wages|earnings|einkommen|gehalt|lohn|revenu|salaire|ingresos)$/,
    label: "yearly incomes",
    interval: [0, 200_000],
  },
  {
    words: /^(income|salary|wage|wages|einkommen|gehalt|lohn|salaire)$/,
    label: "monthly incomes",
    interval: [0, 15_000],
  },
  { words: /^(rent|miete|loyer)$/, label: "monthly rents", interval: [0, 5_000] },
  { words: /^(weight|gewicht|poids|peso|mass)$/, units: /^kg$/i, label: "weights of people in kg", interval: [0, 200] },
  {
    words: /^(weight|gewicht|poids|peso)$/,
    units: /^(lb|lbs)$/i,
    label: "weights of people in lb",
    interval: [0, 450],
  },
  {
    words: /^(height|größe|groesse|taille|stature)$/,
    units: /^cm$/i,
    label: "heights of people in cm",
    interval: [0, 220],
  },
  {
    words: /^(height|größe|groesse|taille|stature)$/,
    units: /^m$/,
    label: "heights of people in m",
    interval: [0, 2.2],
  },
  { words: /^bmi$/, label: "body mass index", interval: [10, 60] },
  { words: /^(hours|hour|stunden|heures|sleep|schlaf)$/, label: "hours of a day", interval: [0, 24] },
  { words: /^(minutes|minute|min|minuten)$/, label: "minutes of an hour", interval: [0, 60] },
  { words: /^(hours|hour|stunden)$/, label: "hours of a week", interval: [0, 168] },
  { words: /^(temp|temperature|temperatur|température)$/, units: /^°?C$/, label: "weather in °C", interval: [-40, 50] },
  { words: /^(temp|temperature|temperatur)$/, units: /^°?F$/, label: "weather in °F", interval: [-40, 120] },
  { words: /^(systolic|diastolic|sbp|dbp|blutdruck|pressure)$/, label: "blood pressure in mmHg", interval: [30, 250] },
  { words: /^(pulse|bpm|heartrate|puls)$/, label: "heart rates", interval: [30, 220] },
  { words: /^(glucose|glukose|sugar)$/, label: "blood glucose in mg/dL", interval: [20, 500] },
  { words: /^(cholesterol|ldl|hdl)$/, label: "cholesterol in mg/dL", interval: [0, 400] },
  { words: /^(score|points|punkte|grade|note|mark)$/, label: "a score out of 100", interval: [0, 100] },
  { words: /^(rating|stars|likert|skala\d*|q\d+|item\d*)$/, label: "a scale from 1 to 5", interval: [1, 5] },
  { words: /^(skala\d*|q\d+|item\d*|likert)$/, label: "a scale from 1 to 7", interval: [1, 7] },
  { words: /^(lat|latitude|breite)$/, label: "latitudes", interval: [-90, 90] },
  { words: /^(lon|lng|long|longitude|länge)$/, label: "longitudes", interval: [-180, 180] },
  { words: /^(year|jahr|année|annee|año|anno)$/, label: "years since 1900", interval: [1900, 2030] },
  { words: /^(month|monat|mois|mes)$/, label: "months", interval: [1, 12] },
  { words: /^(children|kinder|siblings|rooms|zimmer|household)$/, label: "a small count", interval: [0, 12] },
  { units: /^\p{Sc}$|^(EUR|USD|GBP|CHF)$/u, label: "amounts up to 1,000", interval: [0, 1_000] },
  { units: /^\p{Sc}$|^(EUR|USD|GBP|CHF)$/u, label: "amounts up to 100,000", interval: [0, 100_000] },
];

const dayOf = (year: number) => Date.UTC(year, 0, 1) / 86_400_000;

/** At most three, by a column's name, kind and unit; none is applied by itself. */
export function suggestedDomains({
  name,
  kind,
  unit,
}: {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly unit: string;
}): readonly Suggestion[] {
  if (kind === "time") return [{ label: "a whole day", interval: [0, 24] }];
  if (kind === "date") {
    return [
      { label: "2000 to 2030", interval: [dayOf(2000), dayOf(2030)] },
      { label: "the 2020s", interval: [dayOf(2020), dayOf(2030)] },
      { label: "lives, 1920 to 2030", interval: [dayOf(1920), dayOf(2030)] },
    ];
  }
  const words = wordsOf(name);
  const written = unit !== "" ? unit : (words.at(-1) ?? "");
  const fits = ({ words: named, units }: Known) => {
    const isNamed = named !== undefined && words.some((word) => named.test(word));
    const isMeasured = units?.test(written) === true;
    // Without a unit, the name may still mean it.
    return named === undefined ? isMeasured : isNamed && (units === undefined || isMeasured || unit === "");
  };
  const seen = new Set<string>();
  const fitting = known.filter(fits);
  // Named kilograms exclude pounds.
  const isUnitNamed = fitting.some(({ words: named, units }) => named !== undefined && units?.test(written) === true);
  return fitting
    .filter(({ units }) => !isUnitNamed || units === undefined || units.test(written))
    .filter(({ label }) => !seen.has(label) && seen.add(label))
    .slice(0, 3)
    .map(({ label, interval }) => ({ label, interval }));
}
