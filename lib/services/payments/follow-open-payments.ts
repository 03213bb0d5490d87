import pLimit from "p-limit";
import { type DuePayment, listDuePayments } from "../../store/payment-following.ts";
import { findMerchantRowById } from "../../store/payment-merchants.ts";
import { findPaymentView } from "../../store/payments.ts";
import type { PaymentPorts } from "./ports.ts";
import { refreshPayment } from "./refresh-payment.ts";

const paymentsAtOnce = 4;
const paymentsARound = 40;

/**
 * One round of asking about open payments when nobody looks; call it every second or few. Payments wait the longer
 * the older they are. Several processes may do it: each payment is asked about by one. Answers how many were due.
 */
export async function followOpenPayments(ports: PaymentPorts): Promise<number> {
  const due = await listDuePayments(ports.db, { at: new Date(ports.clock.now()), limit: paymentsARound });
  const limit = pLimit(paymentsAtOnce);
  await Promise.all(due.map((each) => limit(() => follow(ports, each))));
  return due.length;
}

async function follow(ports: PaymentPorts, { id, merchantId }: DuePayment): Promise<void> {
  const [merchant, view] = await Promise.all([
    findMerchantRowById(ports.db, merchantId),
    findPaymentView(ports.db, { merchantId, id }),
  ]);
  if (!merchant || !view) return;
  const problem = await refreshPayment(ports, merchant, view);
  if (problem) ports.log.info({ code: problem.code, paymentId: id }, "A payment could not be asked about");
}
