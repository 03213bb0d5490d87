import type { z } from "zod";
import { merchantGroupOperations, merchantGroupsSchema, merchantsGroupedSchema } from "#lib/contract/merchant-group.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import { listMerchantGroups as listStored, setMerchantGroup as setStored } from "#lib/db/merchants/merchant-groups.ts";
import { findVisibleMerchants, requireRole, type ServiceContext, visibleScope } from "../context.ts";

/** The groups of the merchants this account may see. */
export async function listMerchantGroups(
  ctx: ServiceContext,
  environment: Environment,
): Promise<z.output<typeof merchantGroupsSchema>> {
  requireRole(ctx, merchantGroupOperations.listMerchantGroups);
  const items = await listStored(ctx.db, await visibleScope(ctx, environment));
  return merchantGroupsSchema.parse({ items });
}

/** Puts merchants into a group, or into none: all or none. One audit row a merchant. Throws `not_found` for an unknown one. */
export async function setMerchantGroup(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<z.output<typeof merchantsGroupedSchema>> {
  requireRole(ctx, merchantGroupOperations.setMerchantGroup);
  const { merchants: slugs, group: name } = parseInput(merchantGroupOperations.setMerchantGroup.body, input);
  const scope = await visibleScope(ctx, environment);
  const found = await findVisibleMerchants(ctx, environment, slugs);
  if (found.length < new Set(slugs).size) throw new AppError("not_found");
  const changed = await ctx.db.transaction(async (tx) => {
    const rows = await setStored(tx, { scope, merchantIds: found.map(({ id }) => id), name });
    for (const { slug, before, after } of rows) {
      await recordAuditIn(tx, ctx.vault, {
        ...{ at: new Date(ctx.clock.now()), staffId: ctx.staff.id, actor: ctx.staff.email, act: "merchant.grouped" },
        ...{ environment, merchant: slug, peer: ctx.peer },
        detail: { ...(before === null ? {} : { before }), ...(after === null ? {} : { after }) },
      });
    }
    return rows.length;
  });
  return merchantsGroupedSchema.parse({ changed });
}
