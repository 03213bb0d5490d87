import { setTimeout as pause } from "node:timers/promises";
import type { RetentionKind } from "#lib/contract/retention.ts";
import { removeAuditBefore } from "#lib/db/audit/audit-anchors.ts";
import type { Database, Transaction } from "#lib/db/connection/open-store.ts";
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

/** Throws when nothing more may be removed; called first in the transaction of each step. */
export type Check = (tx: Transaction) => Promise<void>;

/** The retention time was changed since the run began. */
export class RetentionChangedError extends Error {
  override name = "RetentionChangedError";
}

type Question = { environment: string; kind: RetentionKind; keptFrom: string; before: Date };
type Steps = Question & { step: Step; db: Database };

/** Removes rows older than `before` one step at a time, until none is left or `check` throws. */
export function removersOf(
  parts: Pick<ServiceContext, "db" | "vault" | "clock">,
  { check, ...question }: Question & { check: Check },
): AsyncGenerator<Removal> {
  const { db } = parts;
  const steps = { ...question, db, step: stepper(db, check) };
  if (question.kind === "transactions") return removeTransactions(steps);
  if (question.kind === "notifications") return removeNotifications(steps);
  return removeAudit(parts, { before: question.before, check });
}

async function* removeTransactions(steps: Steps): AsyncGenerator<Removal> {
  const { step } = steps;
  await step((tx) => deleteOldReads(tx, steps));
  yield* removeLedger(steps);
  await step((tx) => deleteEmptyDays(tx, steps));
  await step((tx) => removeOldTags(tx, { ...steps, subjects: ["reference", "id"] }));
  // Each time: the run that removed the rows may have ended before this.
  await step((tx) => unfoldFees(tx, steps));
}

/** Whole months as partitions, then the current month row by row; at last the keys of the months. */
async function* removeLedger(steps: Steps): AsyncGenerator<Removal> {
  const { db, step } = steps;
  const months = await listOldMonths(db, { ...steps, table: "transaction" });
  for (const month of months) yield { rows: await step((tx) => dropMonth(tx, month)), months: 1 };
  yield* inBatches(() => step((tx) => removeOldTransactions(tx, steps)));
  // Only with a month, since all keys are read. Keys without rows do no harm: what an interruption leaves goes with the next month.
  if (months.length === 0) return;
  const removeKeys = (from?: Awaited<ReturnType<typeof removeOldKeys>>) => step((tx) => removeOldKeys(tx, steps, { from }));
  for (let next = await removeKeys(); next; next = await removeKeys(next)) yield { rows: 0, months: 0 };
}

/** Whole months as partitions, after removing their special rows one by one; then the current month row by row. */
async function* removeNotifications(steps: Steps): AsyncGenerator<Removal> {
  const { db, step } = steps;
  for (const month of await listOldMonths(db, { ...steps, table: "delivery" })) {
    yield* inBatches(() => step((tx) => removeRareDeliveries(tx, { ...steps, month })));
    while ((await step((tx) => removeForwardsOf(tx, month))) > 0) yield { rows: 0, months: 0 };
    const rows = await step((tx) => dropDeliveryMonth(tx, { ...steps, month }));
    yield { rows: rows ?? 0, months: rows === undefined ? 0 : 1 };
  }
  yield* inBatches(() => step((tx) => removeOldDeliveries(tx, steps)));
  await step((tx) => removeOldTags(tx, { ...steps, subjects: ["notification"] }));
}

type Step = <Value>(work: (tx: Transaction) => Promise<Value>) => Promise<Value>;

const triesMax = 5;

/** Retries with pauses: a month needs a gap between two readings, a batch one between two writers of its rows. */
function stepper(db: Database, check: Check): Step {
  return async (work) => {
    const once = () =>
      db.transaction(async (tx) => {
        await check(tx);
        return work(tx);
      });
    for (let tries = 1; tries < triesMax; tries++) {
      try {
        return await once();
      } catch (cause) {
        if (cause instanceof RetentionChangedError) throw cause;
        await pause(tries * 500);
      }
    }
    return once();
  };
}

async function* inBatches(next: () => Promise<number>): AsyncGenerator<Removal> {
  for (let rows = await next(); rows > 0; rows = await next()) yield { rows, months: 0 };
}

type Audit = Pick<Question, "before"> & { check: Check };

async function* removeAudit({ db, vault, clock }: Pick<ServiceContext, "db" | "vault" | "clock">, { before, check }: Audit) {
  const sign = (statement: Parameters<typeof signStatement>[1]) => signStatement(vault, statement);
  yield { rows: await removeAuditBefore(db, { at: new Date(clock.now()), before, sign, check }), months: 0 };
}
