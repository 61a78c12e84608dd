import { lifetime } from "./enclosed.ts"; // First, so that all else runs within the fence.
import { expose } from "comlink";
import { createWorkerService } from "./service.ts";

expose({ ...createWorkerService(), lifetime });
