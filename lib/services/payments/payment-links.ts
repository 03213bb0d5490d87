import type { z } from "zod";
import {
  createPaymentLinkInput,
  type PaymentLink,
  paymentLinkSchema,
  paymentLinkStateSchema,
} from "../../contract/payment-link.ts";
import { AppError } from "../../core/errors.ts";
import type { Environment } from "../../core/identifiers.ts";
import { parseInput } from "../../core/parse-input.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { findNotifications } from "../transactions/related.ts";
import { requireCurrency } from "./check-equipment.ts";

type Order = { slug: string; amountMinor: number; currency: string };
type OrderState = Order & { orderId: string; status: string; isOpen: boolean };

/** The sandbox's checkout as links need it; undefined where the sandbox is off. */
export type LinkCheckout = {
  createLink(order: Order): Promise<{ token: string; orderId: string; expiresAt: number }>;
  findLink(token: string): Promise<OrderState | undefined>;
};

type Question = { environment: Environment; merchant: string; checkout: LinkCheckout | undefined };

/** Where a link can be opened: this machine, or the local network when a listener stands there. */
type Reach = { publicOrigin: string; lanOrigin: string | undefined };

/**
 * A link to the sandbox's checkout, good for one payment. Only the sandbox has them: for demo and production the
 * specification shows no request (issue 6). Throws `not_found` elsewhere.
 */
export async function createPaymentLink(
  ctx: ServiceContext,
  { reach, input, ...question }: Question & { reach: Reach; input: unknown },
): Promise<PaymentLink> {
  requireRole(ctx, "support");
  const { slug } = await requireMerchant(ctx, question.environment, question.merchant);
  const order = parseInput(createPaymentLinkInput, input);
  const checkout = requireCheckout(question);
  requireCurrency(order);
  const { token, orderId, expiresAt } = await checkout.createLink({ slug, ...order });
  return paymentLinkSchema.parse({
    ...order,
    token,
    orderId,
    url: `${reach.lanOrigin ?? reach.publicOrigin}/sandbox-gateway/pay/${token}`,
    isInLan: reach.lanOrigin !== undefined,
    expiresAt: new Date(expiresAt).toISOString(),
  });
}

/** What became of a link: its order, and the notifications that arrived for it. */
export async function getPaymentLink(
  ctx: ServiceContext,
  { token, ...question }: Question & { token: string },
): Promise<z.infer<typeof paymentLinkStateSchema>> {
  requireRole(ctx, "viewer");
  const merchant = await requireMerchant(ctx, question.environment, question.merchant);
  const link = await requireCheckout(question).findLink(token);
  if (link?.slug !== merchant.slug) throw new AppError("not_found");
  const rows = [{ referenceNumber: link.orderId }];
  return paymentLinkStateSchema.parse({
    ...link,
    notifications: await findNotifications(ctx, { merchant, reference: null, rows }),
  });
}

function requireCheckout({ environment, checkout }: Question): LinkCheckout {
  if (environment !== "sandbox" || !checkout) throw new AppError("not_found");
  return checkout;
}
