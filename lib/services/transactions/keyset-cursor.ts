import { createHash } from "node:crypto";
import { z } from "zod";
import { contractText } from "#lib/contract/texts.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Message } from "#lib/core/text.ts";
import { serviceText } from "#lib/services/texts.ts";

const cursorSchema = z.strictObject({
  /** The list's filter and order: a cursor is only valid for these. */
  f: z.string(),
  t: z.int().min(-8.64e15).max(8.64e15),
  i: z.string().max(300),
  m: z.uuid(),
  a: z.int().nullable().optional(),
  /** Present: the page before the key. */
  b: z.literal(1).optional(),
});

/** A row's position: its time, id and merchant, and for lists in order of amount its amount. */
type KeysetKey = { occurredAt: Date; id: string; merchantId: string; amountMinor?: number | null };

/** `isBackward`: the page before the key. */
export type Cursor = KeysetKey & { amountMinor: number | null; isBackward: boolean };

/** One end of a page as opaque text, bound to its list. */
export function toCursor(key: KeysetKey, list: unknown, { isBackward = false } = {}): string {
  const { occurredAt, id, merchantId, amountMinor } = key;
  const content = { f: fingerprint(list), t: occurredAt.getTime(), i: id, m: merchantId, a: amountMinor };
  return Buffer.from(JSON.stringify(isBackward ? { ...content, b: 1 } : content)).toString("base64url");
}

/** Throws `invalid_input` on `cursor` for an invalid one, or one of another filter or order. */
export function parseCursor(text: string, list: unknown): Cursor {
  const { success, data } = cursorSchema.safeParse(parseJson(Buffer.from(text, "base64url").toString("utf8")));
  if (!success) throw refused(contractText("cursor_unknown"));
  if (data.f !== fingerprint(list)) throw refused(serviceText("cursor_of_other_list"));
  const key = { occurredAt: new Date(data.t), id: data.i, merchantId: data.m, amountMinor: data.a ?? null };
  return { ...key, isBackward: data.b === 1 };
}

function refused(message: Message): AppError {
  return new AppError("invalid_input", { fields: [{ field: "cursor", ...message }] });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fingerprint(list: unknown): string {
  return createHash("sha256").update(JSON.stringify(list)).digest("base64url").slice(0, 12);
}
