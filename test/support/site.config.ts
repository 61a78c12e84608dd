import config from "../../vite.config.ts";

const isCompressing = (plugin: unknown) => (plugin as { readonly name?: string }).name === "compressed";

/** The site without compressed files, which take a fifth of the build: test/scripts/scripts.test.ts has them. */
export default { ...config, plugins: config.plugins!.filter((plugin) => !isCompressing(plugin)) };
