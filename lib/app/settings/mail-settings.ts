import { z } from "zod";

type Given = Readonly<Record<string, string | undefined>>;
export type MailSettings = { url: string; from: string };

export const mailShape = {
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, "is not a mail server; write smtps://user:password@mail.example.com:465 or smtp://mail.example.com:587.")
    .refine(
      hasReadableSignIn,
      "has a % that stands for nothing; write it as %25, and @, / and : of a password as %40, %2F and %3A.",
    )
    .optional()
    .meta({ isSecret: true }),
  ALERT_FROM: z
    .string()
    .refine(isSender, "is not a sender; write alerts@example.com or Counterfoil <alerts@example.com>.")
    .optional(),
};

/** Requires both settings or none. */
export function toMail({ SMTP_URL: url, ALERT_FROM: from }: Given, problems: string[]): MailSettings | undefined {
  if (url && from) return { url, from };
  if (url) problems.push("ALERT_FROM is missing; SMTP_URL needs the sender of its mail, like alerts@example.com.");
  if (from) problems.push("SMTP_URL is missing; ALERT_FROM needs the mail server that takes its mail.");
  return undefined;
}

/** Without a path or a query, which could say less of certificates. */
function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash } = new URL(text);
  return /^smtps?:$/.test(protocol) && hostname !== "" && /^\/?$/.test(pathname) && search === "" && hash === "";
}

function hasReadableSignIn(text: string): boolean {
  const { username = "", password = "" } = URL.parse(text) ?? {};
  try {
    decodeURIComponent(`${username}:${password}`);
    return true;
  } catch {
    return false;
  }
}

/** An address, alone or behind a name in one line. */
function isSender(text: string): boolean {
  const address = /^[^<>\p{Cc}]*<([^<>]*)>$/u.exec(text)?.[1] ?? text;
  return /^[^\s@<>"(),:;]{1,64}@[^\s@<>"(),:;]{1,190}$/.test(address);
}
