/** The parts of what a screen shows that tell whether only the picture moved. */
interface Moving<S> {
  readonly scenario: S;
  readonly view: { readonly axes: unknown } | undefined;
  readonly records: unknown;
}

/** Whether only the picture has changed, so that React may render later. */
export type MoveRule<P> = (now: P, shown: P) => boolean;

/**
 * The rule that values, ε and some further settings change the picture alone. Marks over a picture are made of the other
 * settings, the records and the axes.
 *
 * @param furtherOf settings that no mark over the picture is made of
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

/** The parts of what is presented that the frame of a picture shows. */
interface Framed {
  readonly view: unknown;
  readonly data: { readonly loading: unknown; readonly making: boolean };
  readonly failure: unknown;
  readonly stale: boolean;
  readonly computing: boolean;
}

/**
 * Whether a frame has nothing to say at once: a picture is as whole as it was, and is not begun to be computed. A worker that is
 * asked at each move of a hand is busy and idle in turn; that it is idle may be said later.
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
