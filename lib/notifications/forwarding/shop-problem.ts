import type { Message } from "#lib/core/text.ts";
import { notificationText } from "../texts.ts";

/** Why a shop's response is not a success; null for 200 with exactly `OK`, as the gateway requires. */
export function answerProblem({ status, text }: { status: number; text: string }): Message | null {
  if (status === 200) return text === "OK" ? null : notificationText("shop_not_ok");
  if (status >= 300 && status < 400) return notificationText("shop_redirected", { status });
  return notificationText("shop_answered", { status });
}

const unreachable = notificationText("shop_unreachable");
const unknownSigner = notificationText("shop_certificate_signer_unknown");
const known: Readonly<Record<string, Message>> = {
  ECONNREFUSED: notificationText("shop_not_listening"),
  ECONNRESET: notificationText("shop_connection_broke"),
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: notificationText("shop_silent"),
  CERT_HAS_EXPIRED: notificationText("shop_certificate_expired"),
  ERR_TLS_CERT_ALTNAME_INVALID: notificationText("shop_certificate_other_name"),
  DEPTH_ZERO_SELF_SIGNED_CERT: notificationText("shop_certificate_self_signed"),
  SELF_SIGNED_CERT_IN_CHAIN: unknownSigner,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: notificationText("shop_certificate_without_chain"),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownSigner,
};

/** Why there was no response, with the system's error code. */
export function connectionProblem(cause: unknown): Message {
  const code = codeOf(cause);
  if (code === undefined) return notificationText("shop_not_reached");
  return known[code] ?? notificationText("shop_not_reached_because", { code });
}

/** The system's error code. When all addresses of a host fail, Node.js reports one error that contains theirs. */
export function codeOf(cause: unknown): string | undefined {
  if (typeof cause !== "object" || cause === null) return undefined;
  if (cause instanceof AggregateError) return codeOf(cause.errors[0]);
  return "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
}
