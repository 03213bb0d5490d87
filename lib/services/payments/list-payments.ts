import type { z } from "zod";
import { listPaymentsInput, type PaymentPage, paymentPageSchema } from "#lib/contract/payment.ts";
import { paymentOperations } from "#lib/contract/payment-operations.ts";
import { type Environment, normaliseIdentifier } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { databaseNow } from "#lib/db/connection/database-clock.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import { listPaymentViews, type PaymentQuery } from "#lib/db/payments/payments.ts";
import { findSlugs, requireMerchant, requireRole, type ServiceContext, scopeOf, visibleScope } from "../context.ts";
import { alertScope } from "../merchants/alert-scope.ts";
import { groupScope } from "../merchants/group-scope.ts";
import { loadTags } from "../tags/load-tags.ts";
import { toTagMark } from "../tags/tag-mark.ts";
import { parseCursor, toCursor } from "../transactions/keyset-cursor.ts";
import { toTimeRange } from "../transactions/time-range.ts";
import { findGivenBackOfPayments } from "./internal/find-given-back.ts";
import { toPayment } from "./internal/to-payment.ts";

/** One merchant's payments as stored, newest first. */
export async function listMerchantPayments(
  ctx: ServiceContext,
  { environment, merchant: slug, input }: { environment: Environment; merchant: string; input: unknown },
): Promise<PaymentPage> {
  requireRole(ctx, paymentOperations.listPayments);
  const merchant = await requireMerchant(ctx, environment, slug);
  return readPage(ctx, { scope: { environment, merchantIds: [merchant.id] }, input, list: merchant.id });
}

/** The same over all merchants this account may see. */
export async function listPayments(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<PaymentPage> {
  requireRole(ctx, paymentOperations.listAllPayments);
  return readPage(ctx, { scope: await visibleScope(ctx, environment), input, list: "all" });
}

/** What a list's filters select, for what counts the same rows. */
export async function toPaymentQuery(
  ctx: ServiceContext,
  { environment, merchant: slug, input }: { environment: Environment; merchant: string | null; input: unknown },
): Promise<Omit<PaymentQuery, "limit">> {
  const scope = await scopeOf(ctx, environment, slug);
  const { limit: _limit, cursor: _cursor, ...filters } = parseInput(listPaymentsInput, input);
  return toConditions(ctx, scope, filters);
}

type Filters = Omit<z.output<typeof listPaymentsInput>, "limit" | "cursor">;

async function toConditions(
  ctx: ServiceContext,
  visible: MerchantScope,
  { from, to, q = "", tag, group, alert, ...others }: Filters,
) {
  const { zone } = await ctx.gateways.environment(visible.environment as Environment);
  const scope = await groupScope(ctx, await alertScope(ctx, visible, alert), group);
  const { from: start, before } = toTimeRange({ from, to }, zone);
  const identifier = normaliseIdentifier(q) || undefined;
  return { ...others, scope, from: start, before, identifier, tag: toTagMark(ctx.vault, tag) };
}

/** `list`: the list that a cursor is valid for. */
type Question = { scope: MerchantScope; input: unknown; list: string };

async function readPage(ctx: ServiceContext, { scope, input, list: of }: Question): Promise<PaymentPage> {
  const { limit, cursor, ...filters } = parseInput(listPaymentsInput, input);
  const list = { scope: of, payments: filters };
  const conditions = await toConditions(ctx, scope, filters);
  const after = cursor === undefined ? undefined : parseCursor(cursor, list);
  const views = await listPaymentViews(ctx.db, { ...conditions, after, limit: limit + 1 });
  const shown = views.slice(0, limit);
  const slugs = await findSlugs(ctx, new Set(shown.map(({ merchantId }) => merchantId)));
  const last = shown.at(-1);
  const nowMs = (await databaseNow(ctx.db)).getTime();
  const back = await findGivenBackOfPayments(ctx.db, shown);
  const tags = await loadTags(
    ctx,
    scope.environment,
    shown.map(({ merchantId, id }) => ({ merchantId, subject: "payment", subjectKey: id })),
  );
  return paymentPageSchema.parse({
    items: shown.map((view, index) => ({
      ...toPayment(ctx.vault, view, { merchant: slugs.get(view.merchantId) ?? "", nowMs, back: back.get(view.id) }),
      tags: tags[index],
    })),
    nextCursor: views.length > limit && last ? toCursor({ ...last, occurredAt: last.createdAt }, list) : null,
    asOf: new Date(nowMs).toISOString(),
  });
}
