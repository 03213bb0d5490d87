import { guardTimes, lifeMsOf } from "#lib/core/lockout-guard.ts";
import { Secret } from "#lib/core/secret.ts";
import type { Message } from "#lib/core/text.ts";
import { trimEndOf } from "#lib/core/trim-end.ts";
import type { Answer, Send } from "./http-request.ts";
import type { Outcome, Pair } from "./permit.ts";
import { gatewayText } from "./texts.ts";
import type { GatewayEnvironment } from "./types.ts";
import { isWireRecord, parseExactJson } from "./wire/exact-json.ts";
import { WireReader } from "./wire/reader.ts";

/**
 * An attempt ends before its lease in the lockout guard, so that no other starts meanwhile: an older permit is not used,
 * connecting has a time limit, and the response gets the remaining time.
 */
export const permitUseMs = 3_000;
const writeWithinMs = 4_000;
const timeoutMsMax = guardTimes.leaseMs - permitUseMs - writeWithinMs;

/** POST /api/v1/oauth/token: the integration's credentials as a form. */
export async function requestToken(send: Send, environment: GatewayEnvironment, pair: Pair): Promise<Outcome> {
  const form = new URLSearchParams({
    client_id: pair.clientId,
    client_secret: pair.clientSecret.reveal(),
    grant_type: "client_credentials",
  });
  const exchange = await send({
    method: "POST",
    url: endpoint(environment, "/api/v1/oauth/token"),
    headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
    body: form.toString(),
    ...limitsOf(environment),
  });
  return "noAnswer" in exchange ? toFailure(exchange.noAnswer) : toOutcome(exchange.answer, ["access_token"]);
}

/** POST /api/v1/auth/session: the merchant's credentials as JSON, under the integration's token. */
export async function requestSession(
  send: Send,
  environment: GatewayEnvironment,
  pair: Pair,
  token: Secret | undefined,
): Promise<Outcome> {
  if (!token) return { kind: "not_sent", reason: gatewayText("session_without_token") };
  const exchange = await send({
    method: "POST",
    url: endpoint(environment, "/api/v1/auth/session"),
    headers: { accept: "application/json", "content-type": "application/json", authorization: `Bearer ${token.reveal()}` },
    body: JSON.stringify({ client_id: pair.clientId, client_secret: pair.clientSecret.reveal() }),
    ...limitsOf(environment),
  });
  return "noAnswer" in exchange ? toFailure(exchange.noAnswer) : toOutcome(exchange.answer, ["session", "session_id"]);
}

function limitsOf({ options }: GatewayEnvironment) {
  return { timeoutMs: Math.min(options.timeoutMs, timeoutMsMax), writeWithinMs };
}

/** A URL below {base_url}, which may have a path of its own. */
export function endpoint(environment: Pick<GatewayEnvironment, "baseUrl">, path: string): URL {
  return new URL(trimEndOf(environment.baseUrl, "/") + path);
}

function toFailure({ kind, reason }: { kind: string; reason: Message }): Outcome {
  return { kind: kind === "not_sent" ? kind : "unknown", reason };
}

/** docs/lockout.md, rules 1 and 2: any response but 2xx, 429 and 5xx is a refusal; a 2xx without a usable token is unknown. */
function toOutcome({ status, text }: Answer, names: readonly string[]): Outcome {
  if (status === 429 || status >= 500) return { kind: "unknown", reason: gatewayText("gateway_status", { status }) };
  const isWrongAddress = isOfAnotherAddress(status, text);
  if (status < 200 || status > 299) return { kind: "refused", status, ...(isWrongAddress && { isWrongAddress }) };
  if (isWrongAddress) return { kind: "unknown", reason: gatewayText("sign_in_address_wrong", { status }) };
  const read = readBody(text);
  const value = read?.text(...names);
  if (!read || !value)
    return { kind: "unknown", reason: gatewayText("gateway_status_without", { status, name: names[0] ?? "" }) };
  return {
    kind: "ok",
    value: new Secret(value),
    lifeMs: lifeMsOf(numberOf(read.value("expires_in"))),
    // The database cannot store a NUL.
    scope: read.text("scope")?.replaceAll("\0", "") ?? null,
  };
}

/** Not found, not for POST, somewhere else, or a web page: the address is probably not the one that signs in. */
function isOfAnotherAddress(status: number, text: string): boolean {
  return status === 404 || status === 405 || (status >= 300 && status <= 399) || text.trimStart().startsWith("<");
}

/** Also accepts digits in text. */
function numberOf(value: unknown): unknown {
  if (typeof value === "string") return /^\d{1,15}$/.test(value) ? Number(value) : undefined;
  return typeof value === "object" && value !== null && "text" in value ? Number(value.text) : value;
}

function readBody(text: string): WireReader | undefined {
  try {
    const body = parseExactJson(text);
    return isWireRecord(body) ? new WireReader(body) : undefined;
  } catch {
    return undefined;
  }
}
