import { binary, ensureInstalled, root, run } from "./installed.mjs";
import { serveStatic } from "./serveStatic.mjs";

ensureInstalled();
const { status } = run(process.execPath, [binary("vite/bin/vite.js"), "build", "--logLevel", "warn"]);
if (status !== 0) process.exit(status ?? 1);

const { address } = await serve(Number(process.env.PORT ?? 4173));
console.log(`Curveil is at ${address}  (Ctrl-C stops it)`);

/** Serves on the port, or on any free one if it is taken. */
async function serve(port) {
  try {
    return await serveStatic(`${root}dist`, { port });
  } catch (error) {
    if (error.code !== "EADDRINUSE" || port === 0) throw error;
    return serveStatic(`${root}dist`);
  }
}
