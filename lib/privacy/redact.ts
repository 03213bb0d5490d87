import { Secret } from "#lib/core/secret.ts";
import { replaceEmails } from "./replace-emails.ts";

const hidden = "[secret]";

/**
 * Member names whose value is never printed (docs/security.md, rule 23); compared without case, dashes and underscores.
 */
const secretNames: ReadonlySet<string> = new Set(
  "authorization cookie setcookie xsession session sessionid accesstoken refreshtoken token bearer clientsecret secret password passphrase privatekey privatekeypem controlkey vaultkeys sessionkeys cardtoken pin cvv cvc totp recoverycode apikey".split(
    " ",
  ),
);

const credential = /\b(?:sec|secret|cli|client)_[A-Za-z0-9][A-Za-z0-9_-]{5,}/g;
const bearer = /\bBearer\s+[A-Za-z0-9._~+/=-]+/gi;
/** The characters of a JSON web token, whose parts are separated by dots. */
const tokenText = /[A-Za-z0-9_.-]+/g;
const tokenHead = /(?<!\w)eyJ[\w-]{8}/;
const cookie = /\b(set-cookie|cookie)\s*:\s*[^\r\n]+/gi;
/** With a country code, which never starts with 0: a SID of zeros is not a phone number. */
const phone = /(?<![\w.])(?:\+|00)[1-9](?:[\s().-]?\d){7,14}(?!\w)/g;
const cardNumber = /(?<![\w.])\d(?:[ -]?\d){12,18}(?![\w])/g;

/** The most characters of a text that are logged. The search for secrets goes a little further, since one may be cut in two. */
const loggedTextMax = 8_000;
const lookedAtMax = loggedTextMax + 4_000;

/** An e-mail address is the shortest text that is searched for. */
const shortestHidden = 5;
/** Words of letters and single dashes contain nothing secret; most logged text is such words. */
const plainWord = /^[A-Za-z]+(?:-[A-Za-z]+)*$/;

/** Text without anything shaped like a credential, and without card numbers (Luhn): for values shown to staff. */
export function redactText(text: string): string {
  return text
    .replace(cookie, (_, name: string) => `${name}: ${hidden}`)
    .replace(bearer, `Bearer ${hidden}`)
    .replace(tokenText, hideTokens)
    .replace(credential, hidden)
    .replace(cardNumber, maskCard);
}

/** As redactText, and without e-mail addresses and phone numbers: for logs and errors. */
export function redactLogText(text: string): string {
  if (text.length < shortestHidden || plainWord.test(text)) return text;
  return replaceEmails(redactText(text), "[email]").replace(phone, "[phone]");
}

/** For text without spaces: removes each possible start of a token with the two parts after it. */
function hideTokens(text: string): string {
  if (!text.includes("eyJ")) return text;
  const parts = text.split(".");
  const shown: string[] = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? "";
    const head = part.search(tokenHead);
    const isToken = head !== -1 && (parts[index + 1] ?? "") !== "" && parts[index + 2] !== undefined;
    shown.push(isToken ? part.slice(0, head) + hidden : part);
    if (isToken) index += 2;
  }
  return shown.join(".");
}

function maskCard(text: string): string {
  const digits = text.replace(/\D/g, "");
  return digits.length >= 13 && digits.length <= 19 && passesLuhn(digits) ? `[card ${digits.slice(-4)}]` : text;
}

/** The check digit rule (Luhn) of payment cards. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

export type Redactor = {
  /** A copy safe to log, redacted by member name and by value. Never throws. */
  redact(value: unknown): unknown;
  /** Registers a known secret of at least 6 characters; later occurrences, also inside other text, are hidden. */
  remember(secret: Secret | string): void;
};

/**
 * The last step before a log line or an error leaves (docs/security.md, rule 23). Remembers at most the newest
 * `knownMax` secrets.
 */
export function createRedactor({ knownMax = 5_000 }: { knownMax?: number } = {}): Redactor {
  const known = new Set<string>();
  const redactString = (text: string): string => {
    let result = text.length > loggedTextMax ? text.slice(0, lookedAtMax) : text;
    for (const secret of known) if (result.includes(secret)) result = result.replaceAll(secret, hidden);
    const redacted = redactLogText(result);
    return text.length > loggedTextMax ? `${redacted.slice(0, loggedTextMax)}… (${text.length} characters)` : redacted;
  };
  return {
    redact: (value) => copyRedacted(value, redactString, { depth: 0, seen: new WeakSet() }),
    remember: (secret) => {
      const text = secret instanceof Secret ? secret.reveal() : secret;
      if (text.length < 6) return;
      known.delete(text);
      known.add(text);
      for (const oldest of known) {
        if (known.size <= knownMax) break;
        known.delete(oldest);
      }
    },
  };
}

type Walk = { depth: number; seen: WeakSet<object> };

function copyRedacted(value: unknown, redactString: (text: string) => string, walk: Walk): unknown {
  if (typeof value === "string") return redactString(value);
  if (typeof value === "bigint") return redactString(String(value));
  if (typeof value !== "object" || value === null) return typeof value === "function" ? "[function]" : value;
  if (value instanceof Secret) return hidden;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "[date]" : value.toISOString();
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (walk.seen.has(value)) return "[circular]";
  if (walk.depth > 8) return "[deep]";
  walk.seen.add(value);
  const inner: Walk = { depth: walk.depth + 1, seen: walk.seen };
  try {
    return copyMembers(value, redactString, inner);
  } catch {
    return "[unreadable]";
  } finally {
    walk.seen.delete(value);
  }
}

function copyMembers(value: object, redactString: (text: string) => string, walk: Walk): unknown {
  if (Array.isArray(value)) return value.map((item) => copyRedacted(item, redactString, walk));
  if (value instanceof Error) return copyError(value, redactString, walk);
  const entries =
    value instanceof Map ? [...value.entries()].map(([name, item]) => [String(name), item] as const) : Object.entries(value);
  if (value instanceof Set) return [...value].map((item) => copyRedacted(item, redactString, walk));
  return Object.fromEntries(
    entries.map(([name, item]) => [
      redactString(name),
      isSecretName(name) && item !== null && item !== undefined ? hidden : copyRedacted(item, redactString, walk),
    ]),
  );
}

/** Values of a query, which are whatever was typed, and of a row that broke a constraint: errors of the database repeat them. */
function hasRowValues(error: object, name: string): boolean {
  return name === "params" || (name === "detail" && "code" in error && String(error.code).startsWith("23"));
}

function copyError(error: Error, redactString: (text: string) => string, walk: Walk): unknown {
  const own = Object.fromEntries(
    Object.entries(error)
      .filter(([name]) => !hasRowValues(error, name))
      .map(([name, item]) => [name, isSecretName(name) ? hidden : copyRedacted(item, redactString, walk)]),
  );
  const message = withoutParams(error.message);
  const stack = error.stack?.replace(error.message, () => message);
  return {
    ...own,
    name: redactString(error.name),
    message: redactString(message),
    stack: stack === undefined ? undefined : redactString(stack),
    ...(error.cause === undefined ? {} : { cause: copyRedacted(error.cause, redactString, walk) }),
  };
}

/** Drizzle's message of a failed query is its SQL, then its parameters. */
function withoutParams(message: string): string {
  const start = message.indexOf("\nparams: ");
  return start === -1 ? message : message.slice(0, start);
}

/** Whether a member of this name is hidden whatever its value. */
export function isSecretName(name: string): boolean {
  return secretNames.has(name.replace(/[-_\s]/g, "").toLowerCase());
}
