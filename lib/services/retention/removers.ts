import { setTimeout as pause } from "node:timers/promises";
import type { RetentionKind } from "#lib/contract/retention.ts";
import { removeAuditBefore } from "#lib/db/audit/audit-anchors.ts";
import type { Database } from "#lib/db/connection/open-store.ts";
import { listOldMonths } from "#lib/db/deliveries/old-months.ts";
import {
  dropDeliveryMonth,
  removeForwardsOf,
  removeOldDeliveries,
  removeRareDeliveries,
} from "#lib/db/deliveries/remove-old-deliveries.ts";
import { deleteOldReads } from "#lib/db/ledger-sync/delete-old-reads.ts";
import { removeOldTags } from "#lib/db/tags/record-tags.ts";
import { unfoldFees } from "#lib/db/transactions/fold-fees.ts";
import {
  deleteEmptyDays,
  dropMonth,
  removeOldKeys,
  removeOldTransactions,
} from "#lib/db/transactions/remove-old-transactions.ts";
import { signStatement } from "../audit/sign-statement.ts";
import type { ServiceContext } from "../context.ts";

/** The result of one step. */
export type Removal = { rows: number; months: number };

type Question = { environment: string; kind: RetentionKind; keptFrom: string; before: Date };

/** Removes rows older than `before` one step at a time, until none is left. */
export function removersOf(parts: Pick<ServiceContext, "db" | "vault" | "clock">, question: Question): AsyncGenerator<Removal> {
  const { db } = parts;
  if (question.kind === "transactions") return removeTransactions(db, question);
  if (question.kind === "notifications") return removeNotifications(db, question);
  return removeAudit(parts, question.before);
}

const triesMax = 5;

async function* removeTransactions(db: Database, question: Question): AsyncGenerator<Removal> {
  await deleteOldReads(db, question);
  yield* removeLedger(db, question);
  await deleteEmptyDays(db, question);
  await removeOldTags(db, { ...question, subjects: ["reference", "id"] });
  // Each time: the run that removed the rows may have ended before this.
  await withTries(() => unfoldFees(db, question));
}

/** Whole months as partitions, then the current month row by row; at last the keys of the months. */
async function* removeLedger(db: Database, question: Question): AsyncGenerator<Removal> {
  const months = await listOldMonths(db, { ...question, table: "transaction" });
  for (const month of months) yield { rows: await withTries(() => dropMonth(db, month)), months: 1 };
  yield* inBatches(() => removeOldTransactions(db, question));
  // Only with a month, since all keys are read. Keys without rows do no harm: what an interruption leaves goes with the next month.
  if (months.length === 0) return;
  const removeKeys = (from?: Awaited<ReturnType<typeof removeOldKeys>>) => withTries(() => removeOldKeys(db, question, { from }));
  for (let next = await removeKeys(); next; next = await removeKeys(next)) yield { rows: 0, months: 0 };
}

/** Whole months as partitions, after removing their special rows one by one; then the current month row by row. */
async function* removeNotifications(db: Database, question: Question): AsyncGenerator<Removal> {
  for (const month of await listOldMonths(db, { ...question, table: "delivery" })) {
    yield* inBatches(() => removeRareDeliveries(db, { ...question, month }));
    while ((await removeForwardsOf(db, month)) > 0) yield { rows: 0, months: 0 };
    const rows = await withTries(() => dropDeliveryMonth(db, { ...question, month }));
    yield { rows: rows ?? 0, months: rows === undefined ? 0 : 1 };
  }
  yield* inBatches(() => removeOldDeliveries(db, question));
  await removeOldTags(db, { ...question, subjects: ["notification"] });
}

/** Retries with pauses: a month needs a gap between two readings, a batch one between two writers of its rows. */
async function withTries<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; tries < triesMax; tries++) {
    try {
      return await work();
    } catch {
      await pause(tries * 500);
    }
  }
  return work();
}

async function* inBatches(remove: () => Promise<number>): AsyncGenerator<Removal> {
  const next = () => withTries(remove);
  for (let rows = await next(); rows > 0; rows = await next()) yield { rows, months: 0 };
}

async function* removeAudit({ db, vault, clock }: Pick<ServiceContext, "db" | "vault" | "clock">, before: Date) {
  const sign = (statement: Parameters<typeof signStatement>[1]) => signStatement(vault, statement);
  yield { rows: await removeAuditBefore(db, { at: new Date(clock.now()), before, sign }), months: 0 };
}
