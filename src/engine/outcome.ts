export { failure, unloadedPart, type EngineFailure, type Outcome } from "../../workers/messages/outcome.ts";
