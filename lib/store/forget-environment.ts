import { eq, inArray, sql } from "drizzle-orm";
import { forgetAlerts } from "./alerts.ts";
import { forgetDeliveries } from "./forget-deliveries.ts";
import { forgetProfile } from "./gateway-profile.ts";
import { forgetNotes } from "./notes.ts";
import type { Database } from "./open-store.ts";
import { liveEvent } from "./schema/live-event.ts";
import { merchant } from "./schema/merchant.ts";
import { ledgerCheckpoint, mirrorRun } from "./schema/mirror.ts";
import { moneyReturned, payment, paymentAct, paymentEvent, paymentLook } from "./schema/payment.ts";
import { ledgerDay, ledgerFacet, ledgerRead, transaction, transactionKey } from "./schema/transaction.ts";

/** Removes what was read and made in an environment; its connection, merchants, staff and audit stay. */
export async function forgetEnvironment(db: Database, environment: string): Promise<void> {
  await db.transaction(async (tx) => {
    // Whoever stores rows has ended or waits: a row and its day go together. Facets stay, since who waits has looked them up.
    await tx.execute(sql`lock table transaction_key, ledger_day in share row exclusive mode`);
    const merchants = tx.select({ id: merchant.id }).from(merchant).where(eq(merchant.environment, environment));
    const payments = tx.select({ id: payment.id }).from(payment).where(eq(payment.environment, environment));
    await tx.delete(paymentLook).where(inArray(paymentLook.paymentId, payments));
    await tx.delete(paymentEvent).where(inArray(paymentEvent.paymentId, payments));
    await tx.delete(paymentAct).where(inArray(paymentAct.merchantId, merchants));
    await tx.delete(moneyReturned).where(eq(moneyReturned.environment, environment));
    await tx.delete(payment).where(eq(payment.environment, environment));
    await tx.delete(mirrorRun).where(eq(mirrorRun.environment, environment));
    await tx.delete(ledgerCheckpoint).where(inArray(ledgerCheckpoint.merchantId, merchants));
    await tx.delete(ledgerRead).where(inArray(ledgerRead.merchantId, merchants));
    await tx.delete(transaction).where(eq(transaction.environment, environment));
    await tx.delete(transactionKey).where(inArray(transactionKey.merchantId, merchants));
    const facets = tx.select({ id: ledgerFacet.id }).from(ledgerFacet).where(eq(ledgerFacet.environment, environment));
    await tx.delete(ledgerDay).where(inArray(ledgerDay.facetId, facets));
    await forgetDeliveries(tx, environment);
    await forgetAlerts(tx, environment);
    await forgetNotes(tx, environment);
    await forgetProfile(tx, environment);
    await tx.delete(liveEvent).where(eq(liveEvent.environment, environment));
  });
}
