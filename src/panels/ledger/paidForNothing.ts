export const cancelledPurchase = "Cancelled: nothing was bought, though its cost is entered.";

const failureTells = "That a draw fails may depend on the records: do not pass it on.";

/** Paid but got nothing. The reason may depend on the records: only inside shows it. */
export function nothingCame(done: "bought" | "chosen" | "released", why: string, inside: boolean): string {
  return `Nothing was ${done}, though its cost is entered: ${inside ? why : "the inside view says why."}`;
}

/** The same for a release, whose sentence its owner might pass on. */
export function nothingReleased(why: string, inside: boolean): string {
  return nothingCame("released", `${why} ${failureTells}`, inside);
}
