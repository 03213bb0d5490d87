import { listPaymentsInput, type PaymentPage, paymentPageSchema } from "../../contract/payment.ts";
import { type Environment, normaliseIdentifier } from "../../core/identifiers.ts";
import { parseInput } from "../../core/parse-input.ts";
import { databaseNow } from "../../store/database-clock.ts";
import type { MerchantRow } from "../../store/merchants.ts";
import { listPaymentViews } from "../../store/payments.ts";
import { requireMerchant, requireRole, type ServiceContext, visibleMerchants } from "../context.ts";
import { parseCursor, toCursor } from "../transactions/keyset-cursor.ts";
import { toTimeRange } from "../transactions/time-range.ts";
import { toPayment } from "./to-payment.ts";

/** One merchant's payments as the desk knows them, newest first. */
export async function listMerchantPayments(
  ctx: ServiceContext,
  { environment, merchant: slug, input }: { environment: Environment; merchant: string; input: unknown },
): Promise<PaymentPage> {
  requireRole(ctx, "viewer");
  const merchant = await requireMerchant(ctx, environment, slug);
  return readPage(ctx, { environment, merchants: [merchant], input, scope: merchant.id });
}

/** The same over all merchants this person may see. */
export async function listPayments(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<PaymentPage> {
  requireRole(ctx, "viewer");
  const merchants = await visibleMerchants(ctx, environment);
  return readPage(ctx, { environment, merchants, input, scope: "all" });
}

type Question = { environment: Environment; merchants: readonly MerchantRow[]; input: unknown; scope: string };

async function readPage(ctx: ServiceContext, { environment, merchants, input, scope }: Question): Promise<PaymentPage> {
  const { limit, cursor, ...filters } = parseInput(listPaymentsInput, input);
  const { zone } = await ctx.gateways.environment(environment);
  const list = { scope, payments: filters };
  const { days: _, ...range } = toTimeRange(filters, zone);
  const after = cursor === undefined ? undefined : parseCursor(cursor, list);
  const slugs = new Map(merchants.map((merchant) => [merchant.id, merchant.slug]));
  const { status, kind, currency, terminal } = filters;
  const identifier = normaliseIdentifier(filters.q ?? "") || undefined;
  const conditions = { status, kind, currency, terminal, identifier };
  const query = { environment, merchantIds: [...slugs.keys()], ...range, ...conditions, after };
  const views = await listPaymentViews(ctx.db, { ...query, limit: limit + 1 });
  const shown = views.slice(0, limit);
  const last = shown.at(-1);
  const nowMs = (await databaseNow(ctx.db)).getTime();
  return paymentPageSchema.parse({
    items: shown.map((view) => toPayment(ctx.vault, view, { merchant: slugs.get(view.merchantId) ?? "", nowMs })),
    nextCursor: views.length > limit && last ? toCursor({ ...last, occurredAt: last.createdAt }, list) : null,
    asOf: new Date(nowMs).toISOString(),
  });
}
