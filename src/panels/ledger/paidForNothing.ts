/** What is said of a purchase that was cancelled. */
export const cancelledPurchase = "Cancelled: nothing was bought, though its cost is entered.";

/** That a draw failed is itself no release. */
const failureTells = "That a draw fails may depend on the records: do not pass it on.";

/** What is said where a cost is entered and nothing came of it. Why may tell of the records: the owner reads it inside. */
export function nothingCame(done: "bought" | "chosen" | "released", why: string, inside: boolean): string {
  return `Nothing was ${done}, though its cost is entered: ${inside ? why : "the inside view says why."}`;
}

/** The same of a release, which its owner might pass on. */
export function nothingReleased(why: string, inside: boolean): string {
  return nothingCame("released", `${why} ${failureTells}`, inside);
}
