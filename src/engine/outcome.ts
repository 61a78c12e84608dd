export { failure, success, type EngineFailure, type Outcome } from "../../workers/outcome.ts";
