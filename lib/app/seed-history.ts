import type { Clock } from "#lib/core/clock.ts";
import { nameText } from "#lib/core/given-name.ts";
import type { Store } from "#lib/db/connection/open-store.ts";
import { withTransactionLock } from "#lib/db/connection/transaction-lock.ts";
import { createEndpointSource } from "#lib/db/endpoints/endpoints.ts";
import { setFirstStoredDay } from "#lib/db/settings/retention.ts";
import { findStaffByEmail } from "#lib/db/staff/staff.ts";
import { createEndpointDirectory } from "#lib/notifications/endpoints/endpoint-directory.ts";
import type { Sandbox } from "#lib/sandbox/create-sandbox.ts";
import { seedNotifications } from "#lib/services/notifications/seed-notifications.ts";
import { makeReference, makeRefundReference } from "#lib/services/payments/internal/generate-reference.ts";
import { seedPayments } from "#lib/services/payments/seed-payments.ts";
import type { Vault } from "#lib/vault/vault.ts";

/** Held by the process that makes the next part of the history. */
const historyLock = 4_242_008;
const seededBy = nameText("name_sandbox").message;

type Options = {
  store: Store;
  vault: Vault;
  clock: Clock;
  sandbox: Sandbox /** Who took the payments. */;
  staff: string | undefined;
};

export type HistorySeeding = {
  /** Makes the next part; returns whether there are more. May be retried after a failure, and by several processes at once. */
  seedNext(): Promise<boolean>;
};

/**
 * The sandbox's history: what was notified and paid at terminals in the 90 days before its first start. Prepares it before
 * anybody reads the ledger; the parts follow in the background. A start after it is complete makes nothing.
 */
export async function prepareHistory({ store, vault, clock, sandbox, staff }: Options): Promise<HistorySeeding> {
  const { db } = store;
  const history = sandbox.history((kind, key) => toReference(kind, key));
  /** Sales of earlier days were made before there were notifications, so that none of them is missing. */
  const notifyFrom = (keptFrom: string) =>
    setFirstStoredDay(db, {
      environment: "sandbox",
      kind: "notifications",
      keptFrom,
      updatedAt: new Date(clock.now()),
      updatedBy: seededBy,
    });
  const dayAfter = await history.begin();
  let isComplete = dayAfter === undefined;
  if (dayAfter !== undefined) await notifyFrom(dayAfter);
  const directory = createEndpointDirectory({ source: createEndpointSource({ db, vault }), clock });
  let hasPayments = false;
  const seedStep = async () => {
    if (!hasPayments) {
      const person = staff === undefined ? undefined : await findStaffByEmail(db, vault, staff);
      await seedPayments({ db, vault, createdBy: person?.id ?? null }, await history.payments());
      hasPayments = true;
    }
    const step = await history.next();
    if (!step) return false;
    await seedNotifications({ db, vault, clock, directory }, step);
    await notifyFrom(step.firstDay);
    await history.finish(step);
    return true;
  };
  return {
    async seedNext() {
      if (isComplete) return false;
      isComplete = !(await withTransactionLock(db, historyLock, seedStep));
      return !isComplete;
    },
  };
}

function toReference(kind: "payment" | "refund", key: string): string {
  if (kind === "payment") return makeReference({ merchantId: "", act: "history", key });
  return makeRefundReference({ merchantId: "", terminalId: "history", referenceNumber: key }, key);
}
