import { AppError } from "#lib/core/errors.ts";
import { type Environment, isUuid } from "#lib/core/identifiers.ts";
import { findAlert, narrowAlerts, type SeenAlert } from "#lib/db/alerts/alerts.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import { findSlugs, type ServiceContext, visibleScope } from "../context.ts";

export type AlertQuestion = { environment: Environment; id: string };
type Found = { tx: Transaction; scope: MerchantScope; row: SeenAlert; slugs: ReadonlyMap<string, string> };

/**
 * Changes an alert that this account may see, in one transaction. Throws `not_found` for any other, and `forbidden` for one that
 * is also about merchants of others.
 */
export async function changeVisibleAlert<Result>(
  ctx: ServiceContext,
  { environment, id }: AlertQuestion,
  change: (found: Found) => Promise<Result>,
): Promise<Result> {
  const scope = await visibleScope(ctx, environment);
  if (!isUuid(id)) throw new AppError("not_found");
  return ctx.db.transaction(async (tx) => {
    const found = await findAlert(tx, scope, id);
    const [row] = await narrowAlerts(tx, scope, found ? [found] : []);
    if (!row) throw new AppError("not_found");
    if (row.isPartial) throw new AppError("forbidden");
    const slugs = await findSlugs({ db: tx }, row.merchantId === null ? [] : [row.merchantId]);
    return change({ tx, scope, row, slugs });
  });
}

type Act = "acknowledged" | "resolved" | "commented";

export async function auditAlert(
  { vault, staff, clock, peer }: ServiceContext,
  { tx, row, slugs }: Pick<Found, "tx" | "row" | "slugs">,
  act: Act,
): Promise<void> {
  const merchant = slugs.get(row.merchantId ?? "");
  await recordAuditIn(tx, vault, {
    at: new Date(clock.now()),
    staffId: staff.id,
    actor: staff.email,
    act: `alert.${act}`,
    environment: row.environment,
    ...(merchant === undefined ? {} : { merchant }),
    target: row.id,
    detail: { rule: row.rule, count: row.count },
    peer,
  });
}
