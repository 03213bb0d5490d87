import { AppError, type AppErrorOptions, type ErrorCode, isAppError } from "#lib/core/errors.ts";
import { redactText } from "#lib/privacy/redact.ts";
import type { GatewayRefusal } from "./types.ts";
import { isWireRecord, parseExactJson, type WireRecord } from "./wire/exact-json.ts";
import { displayText, WireReader } from "./wire/reader.ts";

const refusalKey = Symbol.for("counterfoil.gatewayRefusal");
const textMax = 400;

/** The gateway's error response, when this error came from one. */
export function gatewayRefusal(error: unknown): GatewayRefusal | undefined {
  if (!isAppError(error) || !(refusalKey in error)) return undefined;
  return error[refusalKey] as GatewayRefusal;
}

/** An AppError that carries the gateway's own message beside ours. */
export function refusedError(code: ErrorCode, refusal: GatewayRefusal, options: AppErrorOptions = {}): AppError {
  return Object.assign(new AppError(code, options), { [refusalKey]: refusal });
}

/** ProblemDetails and its validation form (docs/gateway.md), redacted and truncated; any other body has no message. */
export function readRefusal(status: number, bodyText: string): GatewayRefusal {
  const body = parseBody(bodyText);
  const read = new WireReader(body);
  return {
    status,
    title: cut(read.text("title", "error", "message")),
    detail: cut(read.text("detail", "error_description")),
    fields: readFields(body),
  };
}

function readFields(body: WireRecord): GatewayRefusal["fields"] {
  const errors = new WireReader(body).value("errors");
  if (!isWireRecord(errors)) return [];
  return Object.entries(errors)
    .slice(0, 50)
    .map(([field, messages]) => ({
      field: shorten(redactText(field)),
      messages: (Array.isArray(messages) ? messages : [messages]).slice(0, 10).map((message) => shorten(displayText(message))),
    }));
}

function parseBody(text: string): WireRecord {
  try {
    const body = parseExactJson(text);
    return isWireRecord(body) ? body : {};
  } catch {
    return {};
  }
}

function cut(text: string | null): string | null {
  return text === null ? null : shorten(redactText(text));
}

/** Half of an emoji could not be stored, and with it the result of a payment. */
function shorten(text: string): string {
  return text.slice(0, textMax).toWellFormed();
}
