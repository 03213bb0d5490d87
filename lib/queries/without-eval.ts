declare global {
  /** Where zod keeps its settings, shared by all its copies in a page. */
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

/**
 * In a browser schemas are read without `eval`: the pages' policy forbids it, and even asking whether it is allowed would
 * be reported as a breach. To be called before the first schema is made.
 */
export function readWithoutEval(): void {
  if (typeof document !== "undefined") globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true };
}
