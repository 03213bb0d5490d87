import { readFileSync } from "node:fs";

/** Settings that may stand in a file instead, as containers and systemd hand over secrets. */
const secretNames = ["DATABASE_URL", "SESSION_KEYS", "VAULT_KEYS", "METRICS_TOKEN", "OIDC_CLIENT_SECRET"];

/** The values of the files that settings like `VAULT_KEYS_FILE` name; adds one line to `problems` for each mistake. */
export function readSecretFiles(env: Record<string, string | undefined>, problems: string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of secretNames) {
    const file = env[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (env[name]?.trim()) problems.push(`${name} and ${name}_FILE are both set; keep one of them.`);
    try {
      const text = readFileSync(/* turbopackIgnore: true */ file, "utf8").trim();
      if (text) values[name] = text;
      else problems.push(`${name}_FILE names an empty file; write the value into it.`);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
      problems.push(`${name}_FILE names a file that cannot be read (${code}); check its path and permissions.`);
    }
  }
  return values;
}
