import { z } from "zod";
import { rule } from "./texts.ts";
import { transactionConditionsSchema } from "./transaction.ts";

const rowKeySchema = z.object({ merchant: z.string().max(64), id: z.string().min(1).max(300) });

/**
 * The selected rows of a list: given rows, or all that match the filter (not only the page), except those
 * that were deselected.
 */
export const transactionSelectionSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("rows"), rows: z.array(rowKeySchema).min(1, rule("rows_not_selected")).max(5_000) }),
  z.object({
    kind: z.literal("matching"),
    filter: transactionConditionsSchema,
    except: z.array(rowKeySchema).max(5_000).default([]),
  }),
]);
export type TransactionSelection = z.input<typeof transactionSelectionSchema>;
