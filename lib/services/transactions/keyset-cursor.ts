import { createHash } from "node:crypto";
import { z } from "zod";
import { AppError } from "../../core/errors.ts";

const cursorSchema = z.strictObject({
  /** What the list was asked for: a cursor is good for nothing else. */
  f: z.string(),
  t: z.int().min(-8.64e15).max(8.64e15),
  i: z.string().max(300),
  m: z.uuid(),
});

/** Where a page ended: the last row's time, id and merchant. */
export type KeysetKey = { occurredAt: Date; id: string; merchantId: string };

/** A page's end as opaque text, bound to the list it belongs to. */
export function toCursor(key: KeysetKey, list: unknown): string {
  const content = { f: fingerprint(list), t: key.occurredAt.getTime(), i: key.id, m: key.merchantId };
  return Buffer.from(JSON.stringify(content)).toString("base64url");
}

/** Throws `invalid_input` on `cursor` for one that is not ours or was made for another filter or order. */
export function parseCursor(text: string, list: unknown): KeysetKey {
  const content = cursorSchema.safeParse(parseJson(Buffer.from(text, "base64url").toString("utf8")));
  if (!content.success) throw refused("This cursor is not one of ours.");
  if (content.data.f !== fingerprint(list)) throw refused("This cursor belongs to another filter or order.");
  return { occurredAt: new Date(content.data.t), id: content.data.i, merchantId: content.data.m };
}

function refused(message: string): AppError {
  return new AppError("invalid_input", { fields: [{ field: "cursor", message }] });
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
