export { failure, type EngineFailure, type Outcome } from "../../workers/messages/outcome.ts";
