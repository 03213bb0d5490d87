import { z } from "zod";
import { isOne, oneOf, subjectShape } from "./note.ts";
import { defineOperations, environmentPath, merchantPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { taggedMax, tagMax, tagsMax } from "./tag-name.ts";
import { rule } from "./texts.ts";

/** Compared without regard to capital letters, and kept as first written. Card numbers and contact details are refused. */
export const tagNameSchema = z
  .string(rule("tag_form"))
  .max(tagMax, rule("tag_too_long"))
  .regex(/^[\p{L}\p{M}\p{N} _-]+$/u, rule("tag_form"))
  .regex(/[\p{L}\p{N}]/u, rule("tag_form"));

export const listRecordTagsInput = z.object(subjectShape).refine(isOne, oneOf);

const taggedSchema = z.strictObject({ merchant: z.string().min(1).max(64), ...subjectShape }).refine(isOne, oneOf);

/** The same tags for every record; all records are changed, or none. */
export const changeTagsInput = z
  .strictObject({
    records: z.array(taggedSchema).min(1, rule("rows_not_selected")).max(taggedMax, rule("tagged_records_too_many")),
    add: z.array(tagNameSchema).max(tagsMax, rule("record_tags_too_many")).default([]),
    remove: z.array(tagNameSchema).max(tagsMax, rule("record_tags_too_many")).default([]),
  })
  .refine(({ add, remove }) => add.length + remove.length > 0, rule("change_empty"))
  .register(schemaNames, { id: "TagChange" });
export type ChangeTagsInput = z.input<typeof changeTagsInput>;

/** In the order of the alphabet; none while the session is shown on a shared screen. */
export const tagsSchema = z.object({ items: z.array(z.string()) }).register(schemaNames, { id: "Tags" });
export const tagsChangedSchema = z.object({ records: z.int() }).register(schemaNames, { id: "TagsChanged" });

export const tagOperations = defineOperations("Transactions", {
  listTags: {
    method: "get",
    path: `${environmentPath}/tags`,
    summary: "Tags on records of the merchants you may see, at most 1,000",
    role: "viewer",
    answers: { 200: { description: "The names.", schema: tagsSchema } },
  },
  listRecordTags: {
    method: "get",
    path: `${merchantPath}/tags`,
    summary: "Tags on a transaction, a payment or a notification",
    role: "viewer",
    query: listRecordTagsInput,
    answers: { 200: { description: "The names.", schema: tagsSchema } },
  },
  changeTags: {
    method: "post",
    path: `${environmentPath}/tags`,
    summary: "Put tags on up to 500 records, or take them off; audited",
    role: "support",
    body: changeTagsInput,
    example: { records: [{ merchant: "corner-cafe", reference: "A" }], add: ["vip"] },
    answers: { 200: { description: "How many records.", schema: tagsChangedSchema } },
  },
});
