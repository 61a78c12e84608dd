export const groupWords =
  "All curves are one release on one budget. Whoever is replaced may change group: two curves change and never more. So any number of groups costs √2 of a bump over n. Who is in which group is protected, too.";

export const withoutForGroups =
  "These are about one curve of all records: comparisons, bought bandwidths and ends, choices from a list, what one person changes, online questions, synthetic records, terms. Choose no groups for them.";
