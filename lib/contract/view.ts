import { z } from "zod";
import { transactionListFilters } from "./filters.ts";
import { defineOperations, environmentPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";
import { listTransactionsInput } from "./transaction.ts";
import { transactionColumns } from "./transaction-columns.ts";
import {
  changeViewSchema,
  createViewSchema,
  merchantPart,
  movingDaysPart,
  type ViewContract,
  viewActions,
  viewOf,
  viewSearch,
} from "./view-parts.ts";

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

const search = viewSearch(transactionListFilters, listTransactionsInput);
export type ViewSearch = z.infer<typeof search.checked>;

export const createViewInput = createViewSchema(merchantPart, {
  search: search.checked,
  ...movingDaysPart,
  columns: columnsSchema.nullable(),
}).register(schemaNames, { id: "NewView" });
export type CreateViewInput = z.input<typeof createViewInput>;

export const changeViewInput = changeViewSchema({
  search: search.checked,
  ...movingDaysPart,
  columns: columnsSchema.nullable(),
}).register(schemaNames, { id: "ViewChange" });

export const viewSchema = viewOf(merchantPart, {
  search: search.stored,
  ...movingDaysPart,
  columns: z.array(z.enum(transactionColumns)).nullable(),
}).register(schemaNames, { id: "View" });
export type View = z.infer<typeof viewSchema>;

/** The user's settings of the transactions list: their own views and those of the team, by name, and columns. */
export const viewsSchema = z
  .object({ items: z.array(viewSchema), columns: columnsSchema.nullable() })
  .register(schemaNames, { id: "Views" });
export type Views = z.infer<typeof viewsSchema>;

const actions = viewActions({
  path: `${environmentPath}/transactions/views`,
  ofList: "the transactions list",
  create: createViewInput,
  example: { name: "Mine", merchant: null, search: {}, movingDays: null, columns: null },
  change: changeViewInput,
  view: viewSchema,
  views: viewsSchema,
});

export const viewOperations = defineOperations("Transactions", {
  listViews: {
    ...actions.list,
    summary: "Your own named views of the transactions list, those that colleagues share, and your columns",
  },
  createView: { ...actions.create, summary: "Keep filters, order, zone and columns under a name of your own" },
  changeView: {
    ...actions.change,
    summary:
      "Rename one of your views, change what it shows, share it, or make the list open with it; administrators also shared ones",
  },
  deleteView: actions.delete,
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

export const transactionViews: ViewContract<View> = {
  list: "transactions",
  operations: {
    list: viewOperations.listViews,
    create: viewOperations.createView,
    change: viewOperations.changeView,
    delete: viewOperations.deleteView,
  },
  create: createViewInput,
  change: changeViewInput,
  view: viewSchema,
};
