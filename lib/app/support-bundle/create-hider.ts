import { createRedactor, type Redactor } from "#lib/privacy/redact.ts";
import type { Hide } from "./redact-log.ts";

/** A shorter name may be an ordinary word. */
const nameLengthMin = 5;
const secretsMax = 100_000;
/** Local parts of addresses that name no person. */
const roleNames: ReadonlySet<string> = new Set(["admin", "office", "support", "viewer"]);

/** Redacts what a support bundle shows; `secrets` are hidden wherever they stand. */
export function createBundleRedactor(secrets: readonly string[]): Redactor {
  const redactor = createRedactor({ knownMax: secretsMax });
  for (const secret of secrets) redactor.remember(secret);
  return redactor;
}

/** The same for texts of a log, which may also name team members and merchants. */
export function createHider(
  redactor: Redactor,
  { emails, names }: { emails: readonly string[]; names: readonly string[] },
): Hide {
  const hidden = [...new Set([...emails.flatMap(toNames), ...names])]
    .map((name) => name.toLowerCase())
    .filter((name) => name.length >= nameLengthMin && !roleNames.has(name));
  return (text) => String(redactor.redact(hidden.reduce(hideName, text)));
}

/** "maria.petrova@shop.example" also stands for "Maria Petrova" and "Petrova Maria". */
function toNames(email: string): string[] {
  const local = email.slice(0, email.lastIndexOf("@"));
  const parts = local.split(/[._-]+/).filter((part) => part !== "");
  return [email, local, parts.join(" "), parts.toReversed().join(" ")];
}

/** In any case of letters. */
function hideName(text: string, name: string): string {
  const lower = text.toLowerCase();
  if (!lower.includes(name)) return text;
  // A few letters have another length in lower case; then nothing of the text is certain.
  if (lower.length !== text.length) return "…";
  let shown = "";
  let from = 0;
  for (let at = lower.indexOf(name); at !== -1; at = lower.indexOf(name, from)) {
    shown += `${text.slice(from, at)}[name]`;
    from = at + name.length;
  }
  return shown + text.slice(from);
}
