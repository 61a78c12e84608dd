/** 2^a 3^b 5^c with every radix first, last and alone, rows of odd length, and lengths of one stage. */
export const transformLengths: readonly number[] = [
  1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 20, 25, 27, 30, 32, 36, 45, 50, 60, 64, 75, 100, 128, 135, 240, 256, 300,
];
