import {
  type PaymentLink,
  type PaymentLinkState,
  paymentLinkOperations,
  paymentLinkSchema,
  paymentLinkStateSchema,
} from "#lib/contract/payment-link.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { requireActive } from "../merchants/require-active.ts";
import { findNotifications } from "../transactions/related.ts";
import { requireAccount, requireCurrency } from "./internal/check-equipment.ts";

type Order = { slug: string; amountMinor: number; currency: string };
type OrderState = Order & {
  orderId: string;
  status: string;
  isOpen: boolean;
  expiresAt: number;
  trnref: string | null;
};

/** The sandbox's checkout for links; undefined where the sandbox is off. */
export type LinkCheckout = {
  /** Undefined for a merchant that the sandbox does not have. */
  currenciesOf(slug: string): string[] | undefined;
  createLink(order: Order): Promise<{ token: string; orderId: string; expiresAt: number }>;
  findLink(token: string): Promise<OrderState | undefined>;
  refundLink(token: string): Promise<boolean>;
};

export type LinkQuestion = { environment: Environment; merchant: string; checkout: LinkCheckout | undefined };

/** Where a link can be opened: this machine, or the local network when a listener exists. */
type Reach = { publicOrigin: string; lanOrigin: string | undefined };

/**
 * A link to the sandbox's checkout, valid for one payment. Only for the sandbox: the specification defines no such request for
 * demo and production. Throws `not_found` elsewhere.
 */
export async function createPaymentLink(
  ctx: ServiceContext,
  { reach, input, ...question }: LinkQuestion & { reach: Reach; input: unknown },
): Promise<PaymentLink> {
  requireRole(ctx, paymentLinkOperations.createPaymentLink);
  const merchant = await requireMerchant(ctx, question.environment, question.merchant);
  requireActive(merchant);
  const order = parseInput(paymentLinkOperations.createPaymentLink.body, input);
  const checkout = requireCheckout(question);
  requireCurrency(order);
  const currencies = checkout.currenciesOf(merchant.slug);
  if (!currencies) throw new AppError("not_found");
  requireAccount(order, currencies);
  const { token, orderId, expiresAt } = await checkout.createLink({ slug: merchant.slug, ...order });
  return paymentLinkSchema.parse({ ...order, ...toAddress(reach, token), orderId, expiresAt: toIso(expiresAt) });
}

/** The state of a link: its order, and the notifications received for it. */
export async function getPaymentLink(
  ctx: ServiceContext,
  { token, reach, ...question }: LinkQuestion & { token: string; reach: Reach },
): Promise<PaymentLinkState> {
  requireRole(ctx, paymentLinkOperations.getPaymentLink);
  const { merchant, link } = await requireLink(ctx, { ...question, token });
  const rows = [{ referenceNumber: link.orderId }];
  return paymentLinkStateSchema.parse({
    ...link,
    ...toAddress(reach, token),
    expiresAt: toIso(link.expiresAt),
    notifications: await findNotifications(ctx, { merchant, reference: null, rows }),
  });
}

/** A merchant's own link. Throws `not_found` for any other. */
export async function requireLink(
  ctx: ServiceContext,
  { token, ...question }: LinkQuestion & { token: string },
): Promise<{ merchant: MerchantRow; checkout: LinkCheckout; link: OrderState }> {
  const merchant = await requireMerchant(ctx, question.environment, question.merchant);
  const checkout = requireCheckout(question);
  const link = await checkout.findLink(token);
  if (link?.slug !== merchant.slug) throw new AppError("not_found");
  return { merchant, checkout, link };
}

function toAddress({ lanOrigin, publicOrigin }: Reach, token: string): Pick<PaymentLink, "token" | "url" | "isInLan"> {
  return { token, url: `${lanOrigin ?? publicOrigin}/sandbox-gateway/pay/${token}`, isInLan: lanOrigin !== undefined };
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}

function requireCheckout({ environment, checkout }: LinkQuestion): LinkCheckout {
  if (environment !== "sandbox" || !checkout) throw new AppError("not_found");
  return checkout;
}
