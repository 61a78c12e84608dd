import { ParameterError } from "../errors.ts";
import type { Interval } from "../grids.ts";
import { latticeCell, latticeScale } from "./latticeCounts.ts";
import type { CountedRecords, LatticeAxis } from "./latticeCounts.ts";
import { refusal } from "./refusal.ts";
