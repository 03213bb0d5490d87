import { createTransport } from "nodemailer";
import type { AlertSenders, SendOutcome } from "#lib/services/alerts/delivery/ports.ts";
import { serviceText } from "#lib/services/texts.ts";
import type { MailSettings } from "../settings/mail-settings.ts";
import { isLoopbackName } from "../settings/setting-values.ts";

const timeoutMs = 20_000;

/** A mail server that takes a password takes it over TLS only, except on this machine. */
export function createMailSender({ url, from }: MailSettings): NonNullable<AlertSenders["mail"]> {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === "smtps:";
  const user = decodeURIComponent(username);
  const transport = createTransport({
    host: hostname.replaceAll(/^\[|\]$/g, ""),
    port: port === "" ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: user !== "" && !isLoopbackName(hostname),
    ...(user === "" ? {} : { auth: { user, pass: decodeURIComponent(password) } }),
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  const domain = from.replaceAll(">", "").split("@").at(-1) ?? "localhost";
  return async ({ to, subject, text, id }) => {
    const headers = { "Auto-Submitted": "auto-generated" };
    try {
      // An address object: its text is not parsed, so it is one recipient whatever it holds.
      const mail = { from, to: { name: "", address: to }, subject, text, headers, messageId: `<${id}@${domain}>` };
      const { response } = await transport.sendMail(mail);
      return { status: statusOf(response) ?? 250, problem: null };
    } catch (cause) {
      return toOutcome(cause);
    }
  };
}

/** What the server said is not shown: it may name addresses and machines. */
function toOutcome(cause: unknown): SendOutcome {
  const { code, responseCode } = detailsOf(cause);
  if (responseCode === null) return { status: null, problem: serviceText("mail_not_reached", { code: code ?? "?" }) };
  const status = responseCode;
  if (code === "EAUTH") return { status, problem: serviceText("mail_sign_in_refused", { status }) };
  return { status, problem: serviceText("mail_refused", { status }), isFinal: status >= 500 };
}

function detailsOf(cause: unknown): { code: string | undefined; responseCode: number | null } {
  if (typeof cause !== "object" || cause === null) return { code: undefined, responseCode: null };
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
  const responseCode = "responseCode" in cause && typeof cause.responseCode === "number" ? cause.responseCode : null;
  return { code, responseCode };
}

function statusOf(response: unknown): number | undefined {
  const status = typeof response === "string" ? Number(response.slice(0, 3)) : Number.NaN;
  return Number.isInteger(status) ? status : undefined;
}
