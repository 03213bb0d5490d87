import { readFileSync } from "node:fs";

type Env = Readonly<Record<string, string | undefined>>;

/** The setting that names a file with the value of another, as containers and systemd hand over secrets. */
export const fileSettingOf = (name: string): string => `${name}_FILE`;

/** The values of the files that settings like `VAULT_KEYS_FILE` name; adds one line to `problems` for each mistake. */
export function readSecretFiles(env: Env, names: readonly string[], problems: string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of names) {
    const file = env[fileSettingOf(name)]?.trim();
    if (!file) continue;
    if (env[name]?.trim()) {
      problems.push(`${name} and ${fileSettingOf(name)} are both set; keep one of them.`);
      continue;
    }
    try {
      const text = readFileSync(/* turbopackIgnore: true */ file, "utf8").trim();
      if (text) values[name] = text;
      else problems.push(`${fileSettingOf(name)} names an empty file; write the value into it.`);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
      problems.push(`${fileSettingOf(name)} names a file that cannot be read (${code}); check its path and permissions.`);
    }
  }
  return values;
}
