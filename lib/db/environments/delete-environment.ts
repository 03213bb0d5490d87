import { eq, inArray, sql } from "drizzle-orm";
import { deleteAlerts } from "../alerts/alerts.ts";
import type { Database } from "../connection/open-store.ts";
import { deleteDeliveries } from "../deliveries/delete-deliveries.ts";
import { gatewayCall } from "../schema/gateway-call.ts";
import { liveEvent } from "../schema/live-event.ts";
import { merchant } from "../schema/merchant.ts";
import { moneyReturned, payment, paymentCheck, paymentEvent, paymentOperation } from "../schema/payment.ts";
import { ledgerCheckpoint, syncRun } from "../schema/sync-run.ts";
import { ledgerDay, ledgerFacet, ledgerRead, transaction, transactionKey } from "../schema/transaction.ts";
import { deleteNotes } from "../settings/notes.ts";
import { deleteTags } from "../tags/record-tags.ts";
import { deleteProfile } from "./gateway-profile.ts";

/** Removes everything that was synced or created in an environment; its connection, merchants, staff and audit stay. */
export async function deleteEnvironment(db: Database, environment: string): Promise<void> {
  await db.transaction(async (tx) => {
    // Locks out concurrent writers, so that rows and their day sums are removed together. Facets stay: a waiting writer has
    // already read their ids.
    await tx.execute(sql`lock table transaction_key, ledger_day in share row exclusive mode`);
    const merchants = tx.select({ id: merchant.id }).from(merchant).where(eq(merchant.environment, environment));
    const payments = tx.select({ id: payment.id }).from(payment).where(eq(payment.environment, environment));
    await tx.delete(paymentCheck).where(inArray(paymentCheck.paymentId, payments));
    await tx.delete(paymentEvent).where(inArray(paymentEvent.paymentId, payments));
    await tx.delete(paymentOperation).where(inArray(paymentOperation.merchantId, merchants));
    await tx.delete(moneyReturned).where(eq(moneyReturned.environment, environment));
    await tx.delete(payment).where(eq(payment.environment, environment));
    await tx.delete(syncRun).where(eq(syncRun.environment, environment));
    await tx.delete(ledgerCheckpoint).where(inArray(ledgerCheckpoint.merchantId, merchants));
    await tx.delete(ledgerRead).where(inArray(ledgerRead.merchantId, merchants));
    await tx.delete(transaction).where(eq(transaction.environment, environment));
    await tx.delete(transactionKey).where(inArray(transactionKey.merchantId, merchants));
    const facets = tx.select({ id: ledgerFacet.id }).from(ledgerFacet).where(eq(ledgerFacet.environment, environment));
    await tx.delete(ledgerDay).where(inArray(ledgerDay.facetId, facets));
    await deleteDeliveries(tx, environment);
    await deleteAlerts(tx, environment);
    await deleteNotes(tx, environment);
    await deleteTags(tx, environment);
    await deleteProfile(tx, environment);
    await tx.delete(gatewayCall).where(eq(gatewayCall.environment, environment));
    await tx.delete(liveEvent).where(eq(liveEvent.environment, environment));
  });
}
