import { AppError, type ErrorCode, errorCodes, errorText, isAppError } from "#lib/core/errors.ts";
import { redactLogText } from "#lib/core/redact.ts";
import { type GatewayRefusal, gatewayRefusal } from "#lib/gateway/index.ts";
import type { StoredProblem } from "./to-payment.ts";

/** What is stored of a call that surely did nothing: our sentence, and the gateway's own words as rows. */
export function toStoredProblem(error: AppError): StoredProblem {
  const refusal = gatewayRefusal(error);
  if (!refusal) return { code: error.code, message: `It was not sent. ${error.message}`, rows: [] };
  return { code: error.code, message: error.message, rows: toRows(refusal) };
}

/** What is stored of a call that may have happened: our sentence, and the gateway's own words, if any, as rows. */
export function toUnknownProblem(thrown: unknown): StoredProblem {
  const refusal = gatewayRefusal(thrown);
  const heard = refusal ? `The gateway answered ${refusal.status}, which says nothing certain.` : "No clear answer arrived.";
  return { code: "outcome_unknown", message: heard, rows: refusal ? toRows(refusal) : [] };
}

/** Without what has the shape of a person's address or number: these words are stored readable. */
function toRows(refusal: GatewayRefusal): StoredProblem["rows"] {
  return [
    { label: "Status", value: String(refusal.status) },
    ...(refusal.title === null ? [] : [{ label: "Title", value: redactLogText(refusal.title) }]),
    ...(refusal.detail === null ? [] : [{ label: "Detail", value: redactLogText(refusal.detail) }]),
    ...refusal.fields.map(({ field, messages }) => ({ label: field, value: redactLogText(messages.join(" ")) })),
  ];
}

/** The error that was answered the first time, for a repeat under the same key. */
export function toReplayedError(problem: StoredProblem | null): AppError {
  const code = errorCodes.find((each): each is ErrorCode => each === problem?.code) ?? "gateway_invalid";
  return new AppError(code, { message: problem?.message });
}

/** 504 outcome_unknown; `fields` names the payment, so that a screen can go there. */
export function toUnknownError(paymentId: string, cause?: unknown): AppError {
  return new AppError("outcome_unknown", {
    cause,
    message: errorText("outcome_unknown"),
    fields: [{ field: "paymentId", message: paymentId }],
  });
}

/** For what fails beside the call, as the database does: it leaves open whether it happened, so nobody is told to try again. */
export function orUnknown(paymentId: string): (thrown: unknown) => never {
  return (thrown) => {
    throw isAppError(thrown) ? thrown : toUnknownError(paymentId, thrown);
  };
}

/** What is stored of a payment that two complete looks lack. */
export function toNotTaken(looks: readonly { at: Date; note: string }[]): StoredProblem {
  const rows = looks.map(({ at, note }) => ({ label: `Looked ${at.toISOString()}`, value: note }));
  return { code: "payment_not_taken", message: errorText("payment_not_taken"), rows };
}

/** What is stored of a refund or reversal of which a person says so; why is in the audit log. */
export const markedNotProcessed: StoredProblem = {
  code: "payment_not_taken",
  message: "A team member marked it as not processed.",
  rows: [],
};
