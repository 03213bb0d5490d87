import { type Alerts, alertOperations, alertsSchema } from "#lib/contract/alert.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { countOpenAlerts, listAlerts as listAlertRows, narrowAlerts } from "#lib/db/alerts/alerts.ts";
import { findSlugs, requireRole, type ServiceContext, scopeOf, visibleScope } from "../context.ts";
import { groupScope } from "../merchants/group-scope.ts";
import { parseCursor, toCursor } from "../transactions/keyset-cursor.ts";
import { readAlertWords, toAlert } from "./to-alert.ts";

/** Alerts of the merchants this account may see; the most recent first. */
export async function listAlerts(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<Alerts> {
  requireRole(ctx, alertOperations.listAlerts);
  const { status, merchant, group, limit, cursor } = parseInput(alertOperations.listAlerts.query, input);
  const list = { alerts: status ?? null, merchant, group };
  const key = cursor === undefined ? undefined : parseCursor(cursor, list);
  const after = key && { lastSeenAt: key.occurredAt, id: key.merchantId };
  const visible = await visibleScope(ctx, environment);
  const scope = await groupScope(ctx, await scopeOf(ctx, environment, merchant), group);
  const [rows, open, words] = await Promise.all([
    listAlertRows(ctx.db, scope, { status, after, limit: limit + 1 }),
    countOpenAlerts(ctx.db, visible),
    readAlertWords(ctx, environment),
  ]);
  const shown = await narrowAlerts(ctx.db, visible, rows.slice(0, limit));
  const last = shown.at(-1);
  const slugs = await findSlugs(ctx, new Set(shown.flatMap(({ merchantId: id }) => id ?? [])));
  return alertsSchema.parse({
    items: shown.map((row) => toAlert(ctx, row, { slugs, ...words })),
    nextCursor: rows.length > limit && last ? toCursor({ occurredAt: last.lastSeenAt, id: "", merchantId: last.id }, list) : null,
    open,
    asOf: new Date(ctx.clock.now()).toISOString(),
  });
}

/** How many alerts are open, for the navigation of every page: one small query. */
export async function countAlerts(ctx: ServiceContext, environment: Environment): Promise<number> {
  requireRole(ctx, alertOperations.listAlerts);
  return countOpenAlerts(ctx.db, await visibleScope(ctx, environment));
}
