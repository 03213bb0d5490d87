import { z } from "zod";
import { environments } from "#lib/core/identifiers.ts";
import { isZone } from "#lib/core/zoned-time.ts";
import { schemaNames } from "./schema-names.ts";

/** What the browser may see or send (docs/security.md, rule 16): JSON-safe, and an allowlist, since zod drops unknown keys. */
export const environmentSchema = z.enum(environments);
export const instantSchema = z.iso.datetime({ offset: true });
export const minorSchema = z.int();
export const currencySchema = z.string().regex(/^[A-Z]{3}$/, "A currency is three capital letters, such as EUR.");

export const jsonSchema = z.json().register(schemaNames, { id: "Json" });

/** One received field as a row to show: unknown fields of the gateway are included. */
export const labelledValueSchema = z.object({ label: z.string(), value: z.string() });
export type LabelledValue = z.infer<typeof labelledValueSchema>;

/** Why a list is not current or complete. */
export const problemSchema = z.object({ code: z.string(), message: z.string() });
export type Problem = z.infer<typeof problemSchema>;

/** A merchant that was not queried, and why. */
export const notSearchedSchema = z.object({ merchant: z.string(), reason: z.string() });
export type NotSearched = z.infer<typeof notSearchedSchema>;

export const limitSchema = z.coerce
  .number({ error: "limit is a number from 1 to 500." })
  .int("limit is a whole number.")
  .min(1, "limit is at least 1.")
  .max(500, "limit is at most 500.")
  .default(50);

export const cursorSchema = z.string().max(400, "This cursor is not one of ours.").optional();

export const dayOrInstantSchema = z.union([z.iso.date(), instantSchema], {
  error: "Use YYYY-MM-DD or an ISO time such as 2026-03-04T11:20:05Z.",
});

/** An IANA time zone. */
export const zoneSchema = z.string().max(64).refine(isZone, "This is no time zone. Use a name such as Europe/Sofia or UTC.");

/** `{ items, nextCursor, asOf }`, and for lists read from a gateway their source. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable(), asOf: instantSchema });
}

/** Compared and stored in lower case. */
export const emailSchema = z
  .string({ error: "Enter an e-mail address." })
  .trim()
  .toLowerCase()
  .max(254, "An e-mail address has at most 254 characters.")
  .pipe(z.email("This is not an e-mail address."));
