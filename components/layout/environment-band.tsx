import type { Environment } from "#lib/core/identifiers.ts";

const bands: Record<Environment, { text: string; className: string }> = {
  sandbox: { text: "Sandbox · test data, nothing here is real", className: "bg-(--band-sandbox) text-(--band-sandbox-text)" },
  demo: { text: "Demo · the gateway's test environment", className: "bg-(--band-demo) text-(--band-demo-text)" },
  production: { text: "Production · real money", className: "bg-(--band-production) text-(--band-production-text)" },
};

/** Which environment every page is in, impossible to miss. */
export function EnvironmentBand({ environment }: { environment: Environment }) {
  const { text, className } = bands[environment];
  return <p className={`h-6 truncate px-4 text-center font-medium text-xs leading-6 ${className}`}>{text}</p>;
}
