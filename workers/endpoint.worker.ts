import { expose } from "comlink";
import { createWorkerService } from "./service.ts";

expose(createWorkerService());
