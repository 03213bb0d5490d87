import type { Environment } from "#lib/core/identifiers.ts";

export const environmentNames: Record<Environment, string> = { sandbox: "Sandbox", demo: "Demo", production: "Production" };
