import { AppError, type ErrorCode, errorCodes, errorMessage, isAppError, messageOf } from "#lib/core/errors.ts";
import { detailsOf, type Message } from "#lib/core/text.ts";
import { gatewayRefusal } from "#lib/gateway/error-response.ts";
import type { GatewayRefusal } from "#lib/gateway/types.ts";
import { redactLogText } from "#lib/privacy/redact.ts";
import { serviceText } from "#lib/services/texts.ts";
import type { StoredProblem } from "./to-payment.ts";

/** Stored for a call that definitely had no effect: our message, and the gateway's as rows. */
export function toStoredProblem(error: AppError): StoredProblem {
  const refusal = gatewayRefusal(error);
  if (!refusal) return { code: error.code, ...serviceText("payment_not_sent", { reason: messageOf(error) }), rows: [] };
  return { code: error.code, ...messageOf(error), rows: toRows(refusal) };
}

/** Stored for a call that may have happened: our message, and the gateway's, if any, as rows. */
export function toUnknownProblem(thrown: unknown): StoredProblem {
  const refusal = gatewayRefusal(thrown);
  const heard = refusal ? serviceText("gateway_answer_uncertain", { status: refusal.status }) : serviceText("no_clear_answer");
  return { code: "outcome_unknown", ...heard, rows: refusal ? toRows(refusal) : [] };
}

/** Removes texts in the form of an e-mail address or a phone number, since these messages are stored unencrypted. */
function toRows(refusal: GatewayRefusal): StoredProblem["rows"] {
  return [
    { label: "Status", reason: "field_status", value: String(refusal.status) },
    ...(refusal.title === null ? [] : [{ label: "Title", reason: "field_title", value: redactLogText(refusal.title) }]),
    ...(refusal.detail === null ? [] : [{ label: "Detail", reason: "field_detail", value: redactLogText(refusal.detail) }]),
    ...refusal.fields.map(({ field, messages }) => ({ label: field, value: redactLogText(messages.join(" ")) })),
  ];
}

/** The error of the first response, for a repeat under the same key. */
export function toReplayedError(problem: StoredProblem | null): AppError {
  const code = errorCodes.find((item): item is ErrorCode => item === problem?.code) ?? "gateway_invalid";
  return new AppError(code, { message: problem ? toMessage(problem) : undefined });
}

/** What a stored problem says. */
export function toMessage({ code, message, reason = code, values }: StoredProblem): Message {
  return { message, reason, ...(values && { values: values as Message["values"] }) };
}

/** 504 outcome_unknown; its details name the payment, so that a screen can go there. */
export function toUnknownError(paymentId: string, cause?: unknown): AppError {
  return new AppError("outcome_unknown", {
    cause,
    message: { ...errorMessage("outcome_unknown"), values: { paymentId } },
  });
}

/** For failures outside the call, such as the database: the outcome is unknown, so no retry is suggested. */
export function orUnknown(paymentId: string): (thrown: unknown) => never {
  return (thrown) => {
    throw isAppError(thrown) ? thrown : toUnknownError(paymentId, thrown);
  };
}

/** Stored for a payment that two complete checks lack. */
export function toNotTaken(looks: readonly { at: Date; note: Message }[]): StoredProblem {
  const rows = looks.map(({ at, note }) => {
    const { message: label, ...details } = serviceText("looked_at", { time: at.toISOString() });
    return { label, ...details, value: note.message, valueDetails: detailsOf(note) };
  }) as StoredProblem["rows"];
  return { code: "payment_not_taken", ...errorMessage("payment_not_taken"), rows };
}

/** Stored for a refund or reversal that staff marked as not processed; the reason is in the audit log. */
export const markedNotProcessed: StoredProblem = {
  code: "payment_not_taken",
  ...serviceText("marked_not_processed"),
  rows: [],
};
