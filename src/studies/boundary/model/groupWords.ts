/** What groups cost, and why: said where they are declared, and where they are shown. */
export const groupWords =
  "All functions together are one release on one budget, as dear as one. Whoever is replaced may leave one group and enter another: two functions change, never more, and by no more than one would. Which group a record is in is protected, too. How many are in each is released beside the functions, at no further cost. Each group is fitted as if it were as large as its declared share says, as its true size is private. A smaller one is smoothed more, a larger one less. Without a share, groups are taken to be equally large.";

/** What is not offered for groups, and why. */
export const withoutForGroups =
  "Comparisons, bought λ, other learners, predictions and the map of λ are about one function of all records. Choose no groups for them.";
