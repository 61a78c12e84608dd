import { life } from "./enclosed.ts"; // First: what follows runs within the fence.
import { expose } from "comlink";
import { createWorkerService } from "./service.ts";

expose({ ...createWorkerService(), life });
