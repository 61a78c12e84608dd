export { failure, type EngineFailure, type Outcome } from "../../workers/outcome.ts";
