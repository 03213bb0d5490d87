import { z } from "zod";
import type { Payment } from "#lib/contract/payment.ts";
import { paymentOperations } from "#lib/contract/payment-operations.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { listOpenOperations } from "#lib/db/payments/payment-operations.ts";
import type { GatewayPayment } from "#lib/gateway/records.ts";
import type { MerchantGateway } from "#lib/gateway/types.ts";
import { serviceText } from "#lib/services/texts.ts";
import { requireRole, type ServiceContext } from "../context.ts";
import { requireStillActive } from "../merchants/require-active.ts";
import { changeAtGateway } from "./internal/change-at-gateway.ts";
import { requireKey } from "./internal/request-key.ts";
import { requirePayment } from "./internal/require-payment.ts";

type Request = { environment: Environment; merchant: string; paymentId: string; idempotencyKey: string | null; input: unknown };

/** Cancels a payment that is in progress. Throws `conflict` for one that is not, that is being changed, and for a refund. */
export async function cancelPayment(ctx: ServiceContext, request: Request): Promise<Payment> {
  requireRole(ctx, paymentOperations.cancelPayment);
  const { merchant, view } = await requirePayment(ctx, request);
  parseInput(z.strictObject({}), request.input);
  return changeAtGateway(ctx, {
    merchant,
    paymentId: view.id,
    act: "cancel",
    key: requireKey(request.idempotencyKey),
    request: {},
    check: async (db, payment) => {
      await requireStillActive(db, merchant);
      // It would take back from the customer what they were told they get.
      if (payment.kind === "refund") throw new AppError("conflict", { message: serviceText("cancel_refund") });
      if (payment.status !== "in_progress") throw new AppError("conflict", { message: serviceText("cancel_not_in_progress") });
      const [open] = (await listOpenOperations(db, payment.id)).filter((act) => act.key !== request.idempotencyKey);
      if (open) throw new AppError("conflict", { message: serviceText("cancel_under_way") });
    },
    send: async (gateway, payment) => {
      await gateway.cancelPayment(payment.gatewayPaymentId, payment.deadline);
      return readBack(gateway, payment.gatewayPaymentId);
    },
  });
}

/** A cancellation is only accepted (202); its outcome is read now or by the next check. */
async function readBack(gateway: MerchantGateway, id: string): Promise<GatewayPayment | undefined> {
  return gateway.getPayment(id).catch(() => undefined);
}
