interface Moving<S> {
  readonly scenario: S;
  readonly view: { readonly axes: unknown } | undefined;
  readonly records: unknown;
}

export type MoveRule<P> = (now: P, shown: P) => boolean;

/**
 * True if only values, ε and some further settings changed: marks depend on the others, the records and the axes.
 *
 * @param furtherOf settings without marks
 */
export function moveRule<S extends { readonly epsilon: number }>(
  furtherOf: (shown: S) => readonly (keyof S)[] = () => [],
): MoveRule<Moving<S>> {
  return (now, shown) => {
    const free = new Set<keyof S>(["epsilon", ...furtherOf(shown.scenario)]);
    const fields = Object.keys(now.scenario) as (keyof S)[];
    return (
      now.view?.axes === shown.view?.axes &&
      now.records === shown.records &&
      fields.every((field) => free.has(field) || now.scenario[field] === shown.scenario[field])
    );
  };
}

interface Framed {
  readonly view: unknown;
  readonly data: { readonly loading: unknown; readonly making: boolean };
  readonly failure: unknown;
  readonly stale: boolean;
  readonly computing: boolean;
}

/**
 * True if the picture is as complete as before and no computation began. A worker alternates between busy and idle
 * during a drag, and idle may be late.
 */
export function frameMayWait(now: Framed, shown: Framed): boolean {
  const loads = ({ data }: Framed) => data.loading !== undefined || data.making;
  return (
    (now.view === undefined) === (shown.view === undefined) &&
    loads(now) === loads(shown) &&
    now.failure === shown.failure &&
    now.stale === shown.stale &&
    (shown.computing || !now.computing)
  );
}
