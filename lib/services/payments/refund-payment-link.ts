import { paymentLinkOperations } from "#lib/contract/payment-link.ts";
import { AppError } from "#lib/core/errors.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import { serviceText } from "#lib/services/texts.ts";
import type { ServiceContext } from "../context.ts";
import { requireMoneyOpen } from "../restore/require-money-open.ts";
import { countMoneyBack, requireRefundPermission } from "./internal/refund-rights.ts";
import { type LinkQuestion, requireLink } from "./payment-links.ts";

/**
 * Refunds the whole order of a paid link at the sandbox's checkout. The sandbox refunds it only once: a second request is a
 * `conflict`. The audit row is written first.
 */
export async function refundPaymentLink(
  ctx: ServiceContext,
  { token, input, ...question }: LinkQuestion & { token: string; input: unknown },
): Promise<void> {
  requireRefundPermission(ctx, paymentLinkOperations.refundPaymentLink);
  const { reason } = parseInput(paymentLinkOperations.refundPaymentLink.body, input);
  const { merchant, checkout, link } = await requireLink(ctx, { ...question, token });
  if (link.status !== "paid") throw new AppError("conflict", { message: serviceText("only_paid_order_refunded") });
  const { environment } = merchant;
  const { orderId: target, currency, amountMinor } = link;
  await ctx.db.transaction(async (tx) => {
    await requireMoneyOpen(tx, merchant);
    await countMoneyBack(tx, ctx, { environment, target, currency, amountMinor });
    await recordAuditIn(tx, ctx.vault, {
      at: new Date(ctx.clock.now()),
      staffId: ctx.staff.id,
      actor: ctx.staff.email,
      act: "payment_link.refund",
      environment,
      merchant: merchant.slug,
      target,
      detail: { amountMinor, currency, reason },
      peer: ctx.peer,
    });
  });
  if (!(await checkout.refundLink(token))) throw new AppError("conflict");
}
