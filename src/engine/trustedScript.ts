interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

let policy: { createScriptURL(url: string): string } | undefined;

/**
 * An address as Trusted Types require it.
 *
 * @throws {TypeError} for another origin
 */
export function trustedScript(url: string): string {
  const createScriptURL = (address: string) => {
    if (new URL(address, location.href).origin === location.origin) return address;
    throw new TypeError(`${address} is not a script of this page`);
  };
  policy ??= (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("curveil", {
    createScriptURL,
  }) ?? { createScriptURL };
  return policy.createScriptURL(url);
}
