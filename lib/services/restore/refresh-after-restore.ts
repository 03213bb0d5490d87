import { databaseNow } from "#lib/db/connection/database-clock.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { claimAsking } from "#lib/db/payments/payment-polling.ts";
import type { PaymentRow, PaymentView } from "#lib/db/payments/payments.ts";
import { findFence } from "#lib/db/restore/fences.ts";
import { applyAnswer } from "../payments/internal/apply-response.ts";
import type { PaymentPorts } from "../payments/internal/ports.ts";

/**
 * Before money of a payment that the backup holds is given back for the first time since the restore, its state at the gateway
 * is read: it may have been reversed since. Returns the payment as it is then. Throws when the gateway cannot be asked.
 */
export async function refreshAfterRestore(ports: PaymentPorts, merchant: MerchantRow, view: PaymentView): Promise<PaymentRow> {
  if (view.gatewayPaymentId === null) return view;
  const fence = await findFence(ports.db, merchant.environment);
  if (!fence?.openedAt || view.createdAt > fence.restoredAt) return view;
  if (view.askedAt !== null && view.askedAt > fence.openedAt) return view;
  const gateway = await ports.gateways.forMerchant(merchant, undefined, { paymentId: view.id });
  const row = await applyAnswer(ports, { id: view.id, answer: await gateway.getPayment(view.gatewayPaymentId) });
  await claimAsking(ports.db, { id: view.id, at: await databaseNow(ports.db), everyMs: 0 });
  return row ?? view;
}
