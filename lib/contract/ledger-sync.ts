import { z } from "zod";
import { instantSchema, problemSchema } from "./common.ts";
import { defineOperations, merchantPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

const daySchema = z.iso.date(rule("day_form"));

/** `from` and `to` are days of the environment's zone, inclusive; `to` is today without it. */
export const requestRunInput = z
  .strictObject({
    kind: z.enum(["backfill", "check"], rule("sync_kind_unknown")),
    from: daySchema,
    to: daySchema.optional(),
  })
  .refine(({ from, to }) => to === undefined || from <= to, {
    path: ["to"],
    ...rule("days_reversed"),
  })
  .register(schemaNames, { id: "NewSyncRun" });

const sumSchema = z.object({ rows: z.int(), sumMinor: z.string() });

export const syncRunSchema = z
  .object({
    id: z.string(),
    kind: z.enum(["backfill", "check"]),
    from: daySchema,
    to: daySchema,
    state: z.enum(["queued", "running", "done", "failed", "stopped"]),
    rows: z.int(),
    pages: z.int(),
    daysDone: z.int(),
    daysTotal: z.int(),
    /** The estimated remaining time, from the days done so far; null before the first and after the end. */
    remainingMs: z.int().nullable(),
    /** Days of a check that differed and were corrected. */
    differing: z.array(z.object({ day: daySchema, currency: z.string(), gateway: sumSchema, stored: sumSchema })),
    problem: problemSchema.nullable(),
    requestedBy: z.string(),
    createdAt: instantSchema,
    endedAt: instantSchema.nullable(),
  })
  .register(schemaNames, { id: "SyncRun" });
export type SyncRun = z.infer<typeof syncRunSchema>;

/** The synced part of a merchant's ledger, and the sync in progress. */
export const ledgerSyncSchema = z
  .object({
    merchant: z.string(),
    zone: z.string(),
    rows: z.int(),
    /** The first and the last day that hold rows. */
    firstDay: daySchema.nullable(),
    lastDay: daySchema.nullable(),
    /** When the newest days were read. */
    asOf: instantSchema.nullable(),
    /** Older rows are removed after this many days; null: never. */
    retentionDays: z.int().nullable(),
    /** Days that were read without the gateway showing that it listed every row of them; the newest 20 stretches. */
    incomplete: z.array(z.object({ from: daySchema, to: daySchema })),
    /** The gateway lists no accounts: the ledger is read as that of one unnamed account. */
    withoutAccount: z.boolean(),
    runs: z.array(syncRunSchema),
  })
  .register(schemaNames, { id: "LedgerSync" });
export type LedgerSync = z.infer<typeof ledgerSyncSchema>;

const run = { description: "The run, and how far it is.", schema: syncRunSchema };

export const ledgerSyncOperations = defineOperations("Transactions", {
  getLedgerSync: {
    method: "get",
    path: `${merchantPath}/mirror`,
    summary: "How much of a merchant's ledger is synced, as of when, and the runs that fill and check it",
    role: "viewer",
    answers: { 200: { description: "Without a call to the gateway.", schema: ledgerSyncSchema } },
    errors: ["not_connected"],
  },
  requestSyncRun: {
    method: "post",
    path: `${merchantPath}/mirror/runs`,
    summary: "Sync a range of days, or compare it with the gateway and repair it",
    role: "support",
    body: requestRunInput,
    answers: { 200: run },
    errors: ["not_connected", "merchant_archived"],
  },
  stopSyncRun: {
    method: "delete",
    path: `${merchantPath}/mirror/runs/{id}`,
    summary: "Stop a run; what it has read stays",
    role: "support",
    answers: { 200: run },
  },
});
