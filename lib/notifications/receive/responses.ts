import type { ReceiverFaultKind } from "#lib/core/sandbox.ts";
import type { Verification } from "../verification/verify.ts";

/** The response to the sender, the same from every entry point. */
export type NotifyAnswer = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** False when part of the request's body was left unread: the connection cannot be reused. */
  wasRead: boolean;
  /** Resolves when no more of the request's body will be read. */
  settled: Promise<void>;
  /** The connection is closed instead (fail-on-purpose.ts). */
  isSilent?: boolean;
};

const settled = Promise.resolve();

function plainAnswer(status: number, body: string, headers: Record<string, string> = {}): NotifyAnswer {
  const fixed = {
    "content-type": "text/plain; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
  };
  return { status, body, headers: { ...fixed, ...headers }, wasRead: true, settled };
}

/** Exactly two bytes: anything else makes the gateway reverse the payment (docs/notifications.md, rule 2). */
export const okAnswer = plainAnswer(200, "OK");
export const notFoundAnswer = plainAnswer(404, "no such endpoint");
export const wrongMethodAnswer = plainAnswer(405, "POST only", { allow: "POST" });
export const slowAnswer = plainAnswer(408, "the body took too long");
export const tooLargeAnswer = plainAnswer(413, "the body is too large");
export const wrongTypeAnswer = plainAnswer(415, "application/x-www-form-urlencoded only");
export const brokenAnswer = plainAnswer(400, "the body broke off");
/** A failure on our side; the sender should retry. */
export const unavailableAnswer = plainAnswer(503, "not now, try again", { "retry-after": "5" });
/** The shop decides and did not respond OK: the gateway reverses the payment. */
export const shopRefusedAnswer = plainAnswer(503, "refused by shop", { "retry-after": "5" });

/** In the sandbox only, when somebody asked for it (fail-on-purpose.ts). */
export const onPurposeAnswers = {
  error: plainAnswer(500, "failed on purpose"),
  late: plainAnswer(500, "late on purpose"),
  silent: { ...plainAnswer(500, "no answer on purpose"), isSilent: true },
} as const satisfies Record<ReceiverFaultKind, NotifyAnswer>;

export type Refusal = "shop_refused" | "on_purpose";

/** Who wanted a response that is not OK; null for all others, also where something failed. */
export function refusalOf(answer: NotifyAnswer): Refusal | null {
  if (answer === shopRefusedAnswer) return "shop_refused";
  return Object.values<NotifyAnswer>(onPurposeAnswers).includes(answer) ? "on_purpose" : null;
}

/** The response for a verification result, provided that a valid delivery gets stored. */
export function verdictAnswer({
  verdict,
  reasons,
}: Pick<Verification, "verdict"> & { reasons: readonly string[] }): NotifyAnswer {
  if (verdict === "valid") return okAnswer;
  return verdict === "invalid" ? plainAnswer(400, `invalid: ${reasons.join(", ")}`) : unavailableAnswer;
}
