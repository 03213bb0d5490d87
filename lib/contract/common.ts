import { z } from "zod";
import { isZone } from "#lib/core/days.ts";
import { environments } from "#lib/core/identifiers.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

/** What the browser may see or send (docs/security.md, rule 16): JSON-safe, and an allowlist, since zod drops unknown keys. */
export const environmentSchema = z.enum(environments);
export const instantSchema = z.iso.datetime({ offset: true });
/** The gateway wrote no time that can be read: the time beside it is an estimate, made when the row was first read. */
export const timeEstimatedSchema = z.literal(true).optional();

export const minorSchema = z.int();
export const currencySchema = z.string().regex(/^[A-Z]{3}$/, rule("currency_form"));

export const jsonSchema = z.json().register(schemaNames, { id: "Json" });

/** From these a program can say a `message` beside them in its own words: the values are text, numbers, money, or again texts. */
export const reasonSchema = z.object({ reason: z.string(), values: z.record(z.string(), jsonSchema).optional() }).partial();
/** A text in English. */
export const messageSchema = z.object({ message: z.string(), ...reasonSchema.shape });
export type Said = z.infer<typeof messageSchema>;
export const fieldProblemSchema = z.object({ field: z.string(), ...messageSchema.shape });

/** Why a list is not current or complete; without a reason the code is one. */
export const problemSchema = z.object({ code: z.string(), ...messageSchema.shape });
export type Problem = z.infer<typeof problemSchema>;

/** One received field as a row to show: unknown fields of the gateway are included. The reason and values say the label. */
export const labelledValueSchema = z.object({
  label: z.string(),
  value: z.string(),
  ...reasonSchema.shape,
  valueDetails: reasonSchema.optional(),
});
export type LabelledValue = z.infer<typeof labelledValueSchema>;

/** A merchant that was not queried, and why. */
export const notSearchedSchema = z.object({ merchant: z.string(), reason: z.string(), details: reasonSchema.optional() });
export type NotSearched = z.infer<typeof notSearchedSchema>;

export const limitSchema = z.coerce
  .number(rule("limit_number"))
  .int(rule("limit_whole"))
  .min(1, rule("limit_too_small"))
  .max(500, rule("limit_too_large"))
  .default(50);

export const cursorSchema = z.string().max(400, rule("cursor_unknown")).optional();

export const dayOrInstantSchema = z.union([z.iso.date(), instantSchema], rule("day_or_instant_form"));

/** An IANA time zone. */
export const zoneSchema = z.string().max(64).refine(isZone, rule("zone_unknown"));

/** `{ items, nextCursor, asOf }`, and for lists read from a gateway their source. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable(), asOf: instantSchema });
}

/** Compared and stored in lower case. */
export const emailSchema = z
  .string(rule("email_missing"))
  .trim()
  .toLowerCase()
  .max(254, rule("email_too_long"))
  .pipe(z.email(rule("email_form")));
