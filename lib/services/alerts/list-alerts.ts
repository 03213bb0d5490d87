import { type Alert, type Alerts, alertOperations, alertSchema, alertsSchema } from "#lib/contract/alert.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { type AlertRow, countOpenAlerts, listAlerts as listAlertRows } from "#lib/db/settings/alerts.ts";
import { findSlugs, requireRole, type ServiceContext, visibleScope } from "../context.ts";
import { parseCursor, toCursor } from "../transactions/keyset-cursor.ts";

/** The page of the merchant or environment that an alert links to; by default the overview. */
const pages: Partial<Record<string, (environment: string, merchant: string | undefined) => string>> = {
  genuine_refused: (environment, merchant) => `${baseHref(environment, merchant)}/notifications?flag=genuine_refused`,
  profile_contradicted: (environment, merchant) =>
    `/${environment}/settings/gateway${merchant === undefined ? "" : `?merchant=${merchant}`}`,
};

/** Alerts of the merchants this account may see; the most recent first. */
export async function listAlerts(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<Alerts> {
  requireRole(ctx, alertOperations.listAlerts);
  const { status, limit, cursor } = parseInput(alertOperations.listAlerts.query, input);
  const list = { alerts: status ?? null };
  const key = cursor === undefined ? undefined : parseCursor(cursor, list);
  const after = key && { lastSeenAt: key.occurredAt, id: key.merchantId };
  const scope = await visibleScope(ctx, environment);
  const [rows, open] = await Promise.all([
    listAlertRows(ctx.db, scope, { status, after, limit: limit + 1 }),
    countOpenAlerts(ctx.db, scope),
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const slugs = await findSlugs(ctx, new Set(shown.flatMap(({ merchantId }) => merchantId ?? [])));
  return alertsSchema.parse({
    items: shown.map((row) => toAlert(row, slugs)),
    nextCursor: rows.length > limit && last ? toCursor({ occurredAt: last.lastSeenAt, id: "", merchantId: last.id }, list) : null,
    open,
    asOf: new Date(ctx.clock.now()).toISOString(),
  });
}

export function toAlert(row: AlertRow, slugs: ReadonlyMap<string, string>): Alert {
  const merchant = row.merchantId === null ? undefined : slugs.get(row.merchantId);
  const { id, rule, status, count, notKept } = row;
  return alertSchema.parse({
    ...{ id, rule, merchant, status, count, notKept },
    openedAt: row.openedAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    href: (pages[rule] ?? baseHref)(row.environment, merchant),
  });
}

function baseHref(environment: string, merchant: string | undefined): string {
  return merchant === undefined ? `/${environment}` : `/${environment}/${merchant}`;
}
