import pLimit from "p-limit";
import { databaseNow } from "#lib/db/connection/database-clock.ts";
import { findMerchantRowById } from "#lib/db/merchants/payment-merchants.ts";
import { hasYoungOpenPayment, listDuePayments } from "#lib/db/payments/payment-polling.ts";
import type { PaymentView } from "#lib/db/payments/payments.ts";
import type { PaymentPorts } from "./internal/ports.ts";
import { refreshPayments } from "./refresh-payment.ts";

const merchantsAtOnce = 4;
const paymentsARound = 200;

/**
 * Polls open payments once; to be called every few seconds. The interval of each payment grows with its age. Processes may run
 * it concurrently: each payment is polled by one. Returns how many were due, and at least 1 while a recent one is open and due
 * soon.
 */
export async function pollOpenPayments(ports: PaymentPorts): Promise<number> {
  const due = await listDuePayments(ports.db, { at: await databaseNow(ports.db), limit: paymentsARound });
  const limit = pLimit(merchantsAtOnce);
  const merchants = Map.groupBy(due, (view) => view.merchantId);
  await Promise.all([...merchants].map(([merchantId, views]) => limit(() => pollMerchant(ports, merchantId, views))));
  return due.length > 0 ? due.length : Number(await hasYoungOpenPayment(ports.db, { at: await databaseNow(ports.db) }));
}

async function pollMerchant(ports: PaymentPorts, merchantId: string, views: readonly PaymentView[]): Promise<void> {
  const merchant = await findMerchantRowById(ports.db, merchantId);
  if (!merchant) return;
  const problem = await refreshPayments(ports, merchant, views);
  if (problem) ports.log.info({ code: problem.code, merchant: merchant.slug }, "Open payments could not be asked about");
}
