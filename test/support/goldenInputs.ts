import type { KernelObject } from "./kernels.ts";

/** Inputs of a reference for a released function. */
export interface FunctionCase {
  readonly kernel: KernelObject;
  readonly points: number[][];
  readonly f: number[];
  readonly alpha: number;
  readonly beta: number;
  readonly sensitivity: number;
}

/** Inputs of a reference for a fit to records of which one is replaced. */
export interface ReplacedRecord {
  readonly loss: string;
  readonly kernel: KernelObject;
  readonly lambda: number;
  readonly X: number[][];
  readonly y: number[];
  readonly replacedIndex: number;
  readonly newX: number[];
  readonly newY: number;
  readonly delta?: number;
  readonly eps?: number;
}
