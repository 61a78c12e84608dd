export const groupWords =
  "All curves are one release, as dear as one mean. Whoever is replaced may change group: two of them change, by no more than one mean would. Who is in which group is protected; group sizes are released with the curves. A curve is divided by its group’s declared share (equal ones if none is declared). A wrong share draws it too near to zero or the centre, or too far.";

export const withoutForGroups =
  "These are about one mean of all curves: comparisons, bought φ, ρ or τ, the paper’s tables, the map of φ and ρ, slopes, the strip of scenarios. Choose no groups for them.";
