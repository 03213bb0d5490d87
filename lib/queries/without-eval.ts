declare global {
  /** zod's global settings, shared by all its copies in a page. */
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

/**
 * Makes zod parse without `eval` in the browser: the content security policy forbids it, and even testing for it would
 * be reported as a violation. Must be called before the first schema is created.
 */
export function readWithoutEval(): void {
  if (typeof document !== "undefined") globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true };
}
