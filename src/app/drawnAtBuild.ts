export { cards } from "./cards.ts";
export { firstScreen } from "./firstScreen.tsx";
