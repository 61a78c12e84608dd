/** What is said of a purchase that was cancelled. */
export const cancelledPurchase = "Cancelled: nothing was bought, though its cost is entered.";
