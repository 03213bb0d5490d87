import type { Payment } from "#lib/contract/payment.ts";
import { paymentOperations } from "#lib/contract/payment-operations.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { sumRefunds } from "#lib/db/payments/payment-changes.ts";
import { findReversal, listOpenOperations } from "#lib/db/payments/payment-operations.ts";
import { sumUnknownRefunds } from "#lib/db/restore/fences.ts";
import { serviceText } from "#lib/services/texts.ts";
import type { ServiceContext } from "../context.ts";
import { claimFoundReversal } from "../restore/claim-found.ts";
import { refreshAfterRestore } from "../restore/refresh-after-restore.ts";
import { requireMoneyOpen } from "../restore/require-money-open.ts";
import { changeAtGateway } from "./internal/change-at-gateway.ts";
import { findGivenBackOfPayments } from "./internal/find-given-back.ts";
import { countMoneyBack, requireRefundPermission } from "./internal/refund-rights.ts";
import { requireKey } from "./internal/request-key.ts";
import { requirePayment } from "./internal/require-payment.ts";

type Request = { environment: Environment; merchant: string; paymentId: string; idempotencyKey: string | null; input: unknown };

/** Reverses a successful payment completely. Throws `conflict` once any of it was or may have been refunded. */
export async function reversePayment(ctx: ServiceContext, request: Request): Promise<Payment> {
  requireRefundPermission(ctx, paymentOperations.reversePayment);
  const { merchant, view } = await requirePayment(ctx, request);
  const input = parseInput(paymentOperations.reversePayment.body, request.input);
  const key = requireKey(request.idempotencyKey);
  const payment = await refreshAfterRestore(ctx, merchant, view);
  const found = await claimFoundReversal(ctx, { merchant, payment, key, request: input });
  if (found) return found;
  return changeAtGateway(ctx, {
    merchant,
    paymentId: view.id,
    act: "reversal",
    key,
    request: input,
    check: async (tx, payment) => {
      await requireMoneyOpen(tx, merchant);
      if (payment.kind !== "payment" || payment.status !== "success") {
        throw new AppError("conflict", { message: serviceText("reverse_not_success") });
      }
      if (payment.gatewayPaymentId === null) {
        throw new AppError("conflict", { message: serviceText("reverse_without_number") });
      }
      const [open] = (await listOpenOperations(tx, payment.id)).filter((act) => act.key !== key);
      // One that the gateway accepted but does not show yet is in progress too.
      if (open || (await findReversal(tx, payment.id, { except: key }))) {
        throw new AppError("conflict", { message: serviceText("reverse_under_way") });
      }
      const back = (await findGivenBackOfPayments(tx, [payment])).get(payment.id);
      if (back?.foundAs) throw new AppError("conflict", { message: serviceText("may_be_refund") });
      if (back?.elsewhere) {
        throw new AppError("conflict", { message: serviceText("reverse_given_back") });
      }
      if ((await sumRefunds(tx, payment.id)) + (await sumUnknownRefunds(tx, payment)) > 0) {
        throw new AppError("conflict", {
          message: serviceText("reverse_part_refunded"),
        });
      }
      const { environment, currency } = payment;
      // A gateway may add the tip, and then gives it back too.
      const amountMinor = payment.amountMinor + payment.tipMinor;
      await countMoneyBack(tx, ctx, { environment, target: payment.id, currency, amountMinor });
    },
    send: (gateway, { gatewayPaymentId, terminalId, deadline }) =>
      gateway.reversePayment(gatewayPaymentId, { terminalId, description: input.reason || undefined, ...deadline }),
  });
}
