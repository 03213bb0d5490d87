import { z } from "zod";
import { issueMessage } from "#lib/core/issue-message.ts";
import { asIssue } from "#lib/core/text.ts";
import { filterNames, transactionListFilters } from "./filters.ts";
import { defineOperations, environmentPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";
import { listTransactionsInput } from "./transaction.ts";
import { transactionColumns } from "./transaction-columns.ts";

/** From left to right. */
export const columnsSchema = z
  .array(z.enum(transactionColumns, rule("column_unknown", { names: transactionColumns.join(", ") })))
  .min(1, rule("columns_empty"))
  .refine((columns) => new Set(columns).size === columns.length, rule("column_repeated"));

export const chooseColumnsInput = z
  .strictObject({
    /** Null: the default. */
    columns: columnsSchema.nullable(),
  })
  .register(schemaNames, { id: "ColumnChoice" });
export const chosenColumnsSchema = z.object({ columns: columnsSchema.nullable() }).register(schemaNames, { id: "ChosenColumns" });

/** Allowed query parameters of the list besides columns and view. */
const viewSearchKeys = filterNames(transactionListFilters);

const searchSchema = z.partialRecord(z.enum(viewSearchKeys), z.string().max(300)).superRefine((search, context) => {
  for (const issue of listTransactionsInput.safeParse(search).error?.issues ?? [])
    context.addIssue(asIssue(issueMessage(issue), issue.path));
});
export type ViewSearch = z.infer<typeof searchSchema>;

export const movingDays = ["today", "last_7_days", "last_week", "this_month", "last_month"] as const;
export type MovingDays = (typeof movingDays)[number];

const name = z
  .string(rule("view_name_missing"))
  .trim()
  .min(1, rule("view_name_missing"))
  .max(60, rule("name_too_long", { count: 60 }));

const arrangement = {
  search: searchSchema,
  /** Relative days; `search` then has no days of its own. */
  movingDays: z.enum(movingDays).nullable(),
  columns: columnsSchema.nullable(),
};

export const createViewInput = z
  .strictObject({
    name,
    /** The merchant of the list; null: the list over all merchants. */
    merchant: z.string().max(64).nullable(),
    ...arrangement,
    isDefault: z.boolean().default(false),
    /** Everyone who may see what it lists may use it; only support and administrators may share. */
    isShared: z.boolean().default(false),
  })
  .register(schemaNames, { id: "NewView" });
export type CreateViewInput = z.input<typeof createViewInput>;

export const changeViewInput = z
  .strictObject({ name, ...arrangement, isDefault: z.boolean(), isShared: z.boolean() })
  .partial()
  .refine((change) => Object.keys(change).length > 0, rule("change_empty"))
  .register(schemaNames, { id: "ViewChange" });
export type ChangeViewInput = z.input<typeof changeViewInput>;

export const viewSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    merchant: z.string().nullable(),
    search: z.partialRecord(z.enum(viewSearchKeys), z.string()),
    movingDays: z.enum(movingDays).nullable(),
    columns: z.array(z.enum(transactionColumns)).nullable(),
    /** Your list opens with it. */
    isDefault: z.boolean(),
    isShared: z.boolean(),
    /** The e-mail address of the colleague who shares it; null for your own. */
    author: z.string().nullable(),
    /** One's own; for administrators of every merchant also shared ones. */
    mayChange: z.boolean(),
  })
  .register(schemaNames, { id: "View" });
export type View = z.infer<typeof viewSchema>;

/** The user's settings of the transactions list: their own views and those of the team, by name, and columns. */
export const viewsSchema = z
  .object({ items: z.array(viewSchema), columns: columnsSchema.nullable() })
  .register(schemaNames, { id: "Views" });
export type Views = z.infer<typeof viewsSchema>;

const view = { description: "The view as it is now.", schema: viewSchema };

export const viewOperations = defineOperations("Transactions", {
  listViews: {
    method: "get",
    path: `${environmentPath}/transactions/views`,
    summary: "Your own named views of the transactions list, those that colleagues share, and your columns",
    role: "viewer",
    answers: { 200: { description: "Views by name.", schema: viewsSchema } },
  },
  createView: {
    method: "post",
    path: `${environmentPath}/transactions/views`,
    summary: "Keep filters, order, zone and columns under a name of your own",
    role: "viewer",
    body: createViewInput,
    example: { name: "Mine", merchant: null, search: {}, movingDays: null, columns: null },
    answers: { 201: view },
    errors: ["not_found"],
  },
  changeView: {
    method: "patch",
    path: `${environmentPath}/transactions/views/{id}`,
    summary:
      "Rename one of your views, change what it shows, share it, or make the list open with it; administrators also shared ones",
    role: "viewer",
    body: changeViewInput,
    example: { name: "Mine" },
    answers: { 200: view },
    errors: ["not_found"],
  },
  deleteView: {
    method: "delete",
    path: `${environmentPath}/transactions/views/{id}`,
    summary: "Delete one of your views; administrators also shared ones",
    role: "viewer",
    answers: { 204: { description: "It is gone." } },
    errors: ["not_found"],
  },
  chooseColumns: {
    method: "patch",
    path: `${environmentPath}/transactions/columns`,
    summary: "Keep which columns of the transactions list you want, from left to right",
    role: "viewer",
    body: chooseColumnsInput,
    example: { columns: null },
    answers: { 200: { description: "Your columns as they are now.", schema: chosenColumnsSchema } },
  },
});
