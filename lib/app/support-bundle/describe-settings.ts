import { homedir } from "node:os";
import { fileSettingOf } from "../settings/secret-files.ts";
import { secretNames, settingNames } from "../settings/settings.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** No secrets, but who the operator's shops and provider are. */
const privateNames: ReadonlySet<string> = new Set(["FORWARD_HOSTS", "OIDC_CLIENT_ID", "OIDC_ISSUER", "OIDC_NAME"]);

/** A line for each setting as given; of a secret only whether and how it is set. What is unset has its default (docs/configuration.md). */
export function describeSettings(env: Env): string[] {
  return settingNames.map((name) => `${name}: ${describe(env, name)}`);
}

function describe(env: Env, name: string): string {
  const text = env[name]?.trim();
  if (secretNames.includes(name) && env[fileSettingOf(name)]?.trim()) return "set from a file";
  if (!text) return "unset";
  return secretNames.includes(name) || privateNames.has(name) ? "set" : hideHome(text);
}

/** Every text in these settings that is secret by itself, to be hidden wherever it may turn up. */
export function listSecrets(values: Env): string[] {
  return secretNames.flatMap((name) => {
    const text = values[name]?.trim() ?? "";
    if (text.includes("://")) return [text, ...listPasswords(text)];
    // Keys are written `id:key`, several with commas between.
    return [text, ...text.split(",").map((pair) => pair.slice(pair.indexOf(":") + 1).trim())];
  });
}

/** As written and as meant. */
function listPasswords(text: string): string[] {
  const { password } = URL.canParse(text) ? new URL(text) : { password: "" };
  return [password, decode(password)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Paths below a person's home name that person. */
export function hideHome(text: string): string {
  const home = homedir();
  return home.length > 1 ? text.replaceAll(home, "~") : text;
}
