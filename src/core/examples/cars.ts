import { tableOf, type Table } from "../tables/table.ts";

/**
 * Speed (mph) and stopping distance (ft) of 50 cars of the 1920s, as in R's `datasets::cars`.
 *
 * @see Ezekiel (1930), Methods of Correlation Analysis, Wiley
 */
export function stoppingDistances(): Table {
  return tableOf([
    { name: "speed", values: Float64Array.from(speed) },
    { name: "distance", values: Float64Array.from(distance) },
  ]);
}

const speed: readonly number[] = [
  4, 4, 7, 7, 8, 9, 10, 10, 10, 11, 11, 12, 12, 12, 12, 13, 13, 13, 13, 14, 14, 14, 14, 15, 15, 15, 16, 16, 17, 17, 17,
  18, 18, 18, 18, 19, 19, 19, 20, 20, 20, 20, 20, 22, 23, 24, 24, 24, 24, 25,
];

const distance: readonly number[] = [
  2, 10, 4, 22, 16, 10, 18, 26, 34, 17, 28, 14, 20, 24, 28, 26, 34, 34, 46, 26, 36, 60, 80, 20, 26, 54, 32, 40, 32, 40,
  50, 42, 56, 76, 84, 36, 46, 68, 32, 48, 52, 56, 64, 66, 54, 70, 92, 93, 120, 85,
];
