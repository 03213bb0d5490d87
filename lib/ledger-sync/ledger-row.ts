import { createHash } from "node:crypto";
import { isCurrency } from "#lib/core/currency.ts";
import { dayOf } from "#lib/core/days.ts";
import { normaliseIdentifier } from "#lib/core/identifiers.ts";
import { formatDecimal } from "#lib/core/money.ts";
import type { Identifier } from "#lib/db/search/identifiers.ts";
import type { NewTransaction } from "#lib/db/transactions/save-transactions.ts";
import type { Transaction } from "#lib/gateway/records.ts";
import { redactText } from "#lib/privacy/redact.ts";
import { toStorableJson } from "./storable.ts";

const indexedCharactersMax = 255;

type Place = {
  merchantId: string;
  environment: string;
  zone: string;
  readAt: Date;
  guessedAt: Date;
  accountNumber: string | null;
};

/** One transaction as it is stored; `record` contains everything that the gateway sent. */
export function toLedgerRow(received: Transaction, id: string, place: Place): NewTransaction {
  const row = toStorableJson({ ...received, occurredAt: null, raw: null });
  const occurredAt = received.occurredAt ?? place.guessedAt;
  return {
    merchantId: place.merchantId,
    environment: place.environment,
    id,
    reference: indexed(row.reference),
    occurredAt,
    day: dayOf(occurredAt, place.zone),
    hasOwnTime: received.occurredAt !== null,
    occurredAtText: row.occurredAtText,
    type: row.type,
    sign: row.sign ?? "credit",
    amountMinor: row.amountMinor,
    amountText: row.amountText,
    currency: row.currency ?? "",
    accountNumber: row.accountNumber ?? place.accountNumber,
    terminalId: row.terminalId,
    referenceNumber: row.merchantReference,
    pan: row.pan === null ? null : toShortPan(row.pan),
    description: row.description,
    record: toStorableJson(received.raw),
    readAt: place.readAt,
  };
}

const plainId = /^[\w.:+@-]{1,100}$/;

/**
 * The gateway's id as text; hashed when no URL or cursor could contain it. A row without an id gets one from its content and
 * the number of equal rows before it in the same reading, so that a later reading finds it again.
 */
export function toRowId(received: Transaction, equalBefore: (contentHash: string) => number): string {
  const { id } = received;
  if (id !== null && plainId.test(id)) return id;
  if (id !== null && id !== "") return `~${hashOf(id)}`;
  const contentHash = hashOf(JSON.stringify(received.raw));
  return `~${contentHash}.${equalBefore(contentHash)}`;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

/** The identifiers of a row that a caller may read out, normalised for comparison. */
export function toLedgerIdentifiers(row: NewTransaction): Identifier[] {
  const record = isRecord(row.record) ? row.record : {};
  const named: [field: string, text: string | null][] = [
    ["reference", row.reference],
    ["referenceNumber", row.referenceNumber],
    ["id", row.id.startsWith("~") ? null : row.id],
    ["terminal", row.terminalId],
    ["account", row.accountNumber],
    ["pan", /(\d{4})$/.exec(row.pan ?? "")?.[1] ?? null],
    ["amount", amountOf(row)],
    ["stan", textOf(record.stan) ?? stanIn(row.description)],
    ["rrn", textOf(record.rrn)],
    ["authCode", textOf(record.auth_code)],
    ["orderId", textOf(record.order_id)],
    ["ruid", textOf(record.ruid)],
  ];
  return named.flatMap(([field, text]) => {
    const value = normaliseIdentifier(text ?? "");
    if (value === "" || value.length > indexedCharactersMax) return [];
    return [{ field, value }];
  });
}

/** Without its sign: callers do not read out a minus. */
function amountOf({ amountMinor, amountText, currency }: NewTransaction): string | null {
  if (amountMinor === null || !isCurrency(currency)) return amountText.replace(/^-/, "") || null;
  return formatDecimal({ amountMinor: Math.abs(amountMinor), currency });
}

/** "CORNER CAFE - 000112 / Payment on TID 81000001" names the STAN between dash and slash. */
function stanIn(description: string | null): string | null {
  return /(?:^|[\s-])(\d{6})\s*\//.exec(description ?? "")?.[1] ?? null;
}

/** A full card number is stored as its last four digits. */
function toShortPan(pan: string): string {
  return redactText(pan) === pan ? pan : `*${pan.replace(/\D/g, "").slice(-4)}`;
}

function indexed(text: string | null): string | null {
  return text !== null && text.length <= indexedCharactersMax ? text : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : null;
}
