import { z } from "zod";
import { instantSchema } from "./common.ts";
import { defineOperations, environmentPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

const daySchema = z.iso.date();
/** The minimum days of each kind: enough for late rows, for pending forwards, for an inquiry. */
export const leastDays = { transactions: 7, notifications: 7, audit: 30 } as const;

const mostDays = 36_500;
const dayText = rule("days_not_whole");
const inDays = (least: number) =>
  z
    .int(dayText)
    .min(least, rule("days_too_few", { count: least }))
    .max(mostDays, rule("days_too_many"));
const inText = (least: number) => z.coerce.number(dayText).pipe(inDays(least)).optional();
const orForGood = (least: number) => inDays(least).nullable().optional();

/** The days to preview for each kind; a missing kind is not counted. */
export const previewRetentionInput = z.strictObject({
  transactions: inText(leastDays.transactions),
  notifications: inText(leastDays.notifications),
  audit: inText(leastDays.audit),
});

/** Days, or null for unlimited; a missing kind stays unchanged. */
export const changeRetentionInput = z
  .strictObject({
    transactions: orForGood(leastDays.transactions),
    notifications: orForGood(leastDays.notifications),
    audit: orForGood(leastDays.audit),
  })
  .refine((kinds) => Object.values(kinds).some((days) => days !== undefined), {
    path: ["transactions"],
    ...rule("retention_kinds_missing"),
  })
  .register(schemaNames, { id: "RetentionChange" });

const kindSchema = z.enum(["transactions", "notifications", "audit"]);
export type RetentionKind = z.infer<typeof kindSchema>;

export const retentionPreviewSchema = z
  .object({
    items: z.array(
      z.object({
        kind: kindSchema,
        days: z.int(),
        /** The first day that would be retained. */
        keptFrom: daySchema,
        /** What would be deleted now, and its first day. */
        rows: z.int(),
        firstDay: daySchema.nullable(),
        /** How many whole months of it go at once. */
        months: z.int(),
      }),
    ),
    asOf: instantSchema,
  })
  .register(schemaNames, { id: "RetentionPreview" });
export type RetentionPreview = z.infer<typeof retentionPreviewSchema>;

const retentionRunSchema = z.object({
  startedAt: instantSchema,
  endedAt: instantSchema.nullable(),
  keptFrom: daySchema,
  removed: z.int(),
  months: z.int(),
  /** False when more was left for the next run. */
  complete: z.boolean(),
  problem: z.string().nullable(),
});
export type RetentionRun = z.infer<typeof retentionRunSchema>;

export const retentionSchema = z
  .object({
    zone: z.string(),
    /** The time of the next run. */
    nextRunAt: instantSchema,
    items: z.array(
      z.object({
        kind: kindSchema,
        /** The audit is one chain for all environments. */
        everywhere: z.boolean(),
        leastDays: z.int(),
        /** Null: unlimited. */
        days: z.int().nullable(),
        /** Everything before this day was removed; null: nothing was removed yet. */
        keptFrom: daySchema.nullable(),
        rows: z.int(),
        firstDay: daySchema.nullable(),
        changedAt: instantSchema.nullable(),
        changedBy: z.string().nullable(),
        lastRunAt: instantSchema.nullable(),
        runs: z.array(retentionRunSchema),
      }),
    ),
  })
  .register(schemaNames, { id: "Retention" });
export type Retention = z.infer<typeof retentionSchema>;

const path = `${environmentPath}/retention`;

const settings = {
  description: "For how long each kind is kept, how much there is, and the latest runs.",
  schema: retentionSchema,
};

export const retentionOperations = defineOperations("Operations", {
  getRetention: {
    method: "get",
    path,
    summary: "For how long transactions, notifications and the audit are kept, and what was removed of late",
    role: "admin",
    answers: { 200: settings },
  },
  changeRetention: {
    method: "patch",
    path,
    summary: "Keep a kind for so many days, or for good; older rows go with the next run",
    role: "admin",
    body: changeRetentionInput,
    example: { transactions: 365 },
    answers: { 200: settings },
    errors: ["proof_required"],
  },
  previewRetention: {
    method: "get",
    path: `${path}/preview`,
    summary: "Count what would go if rows were kept for so many days; removes nothing",
    role: "admin",
    query: previewRetentionInput,
    answers: { 200: { description: "The rows that would go.", schema: retentionPreviewSchema } },
  },
});
