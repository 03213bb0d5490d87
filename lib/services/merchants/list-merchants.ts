import type { z } from "zod";
import { type Merchant, merchantOperations, merchantPageSchema, merchantsSchema } from "#lib/contract/merchant.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { countMerchants, type ListedMerchant } from "#lib/db/merchants/merchant-list.ts";
import { requireRole, type ServiceContext, visibleScope } from "../context.ts";
import { findMerchantPage } from "./find-merchant-page.ts";
import { attemptsUsed, toMerchantState, toMerchantStatus } from "./identity-state.ts";

export type MerchantPage = z.output<typeof merchantPageSchema>;
const firstMax = 500;

/** The first 500 by slug of the merchants this account may see, and their total. Makes no gateway call. */
export async function listMerchants(
  ctx: ServiceContext,
  environment: Environment,
): Promise<{ items: Merchant[]; nextCursor: string | null; total: number }> {
  requireRole(ctx, merchantOperations.listMerchants);
  const scope = await visibleScope(ctx, environment);
  const { merchants, nextCursor, nowMs } = await findMerchantPage(ctx, scope, { limit: firstMax });
  const items = merchantsSchema.parse(merchants.map((merchant) => toMerchant(merchant, nowMs)));
  return { items, nextCursor, total: nextCursor === null ? items.length : await countMerchants(ctx.db, scope) };
}

/** A page of them: searched, filtered, or by their slugs. Makes no gateway call. */
export async function listMerchantPage(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<MerchantPage> {
  requireRole(ctx, merchantOperations.listMerchants);
  const { merchants, nextCursor, nowMs } = await findMerchantPage(ctx, await visibleScope(ctx, environment), input);
  const items = merchants.map((merchant) => toMerchant(merchant, nowMs));
  return merchantPageSchema.parse({ items, nextCursor, asOf: new Date(ctx.clock.now()).toISOString() });
}

function toMerchant(
  { slug, name, sid, groupName, identity, lastReadAt, archivedAt, ...troubles }: ListedMerchant,
  nowMs: number,
): Merchant {
  const status = toMerchantStatus(identity, nowMs);
  return {
    ...{ slug, name, sid, group: groupName, status },
    state: archivedAt ? "archived" : toMerchantState(status, troubles),
    attemptsUsed: attemptsUsed(identity),
    lastReadAt: lastReadAt?.toISOString() ?? null,
    archivedAt: archivedAt?.toISOString() ?? null,
  };
}
