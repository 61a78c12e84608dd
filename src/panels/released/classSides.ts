/** Names of parameters of a release's sheet that say which classes are on both sides of zero. */
export const classSides = {
  below: "class where the value is at most 0",
  above: "class where the value is above 0",
} as const;
