import { type Alert, type Alerts, alertSchema, alertsSchema, listAlertsInput } from "../../contract/alert.ts";
import type { Environment } from "../../core/identifiers.ts";
import { parseInput } from "../../core/parse-input.ts";
import { type AlertRow, type AlertScope, countOpenAlerts, listAlerts as listAlertRows } from "../../store/alerts.ts";
import { requireRole, type ServiceContext, visibleMerchants } from "../context.ts";

const listedMax = 500;

/** Where to look, behind the environment or merchant; the overview where there is nothing better. */
const pages: Partial<Record<string, string>> = { genuine_refused: "/notifications?flag=genuine_refused" };

/** What may need a person, of the merchants this person may see; the last seen first. */
export async function listAlerts(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<Alerts> {
  requireRole(ctx, "viewer");
  const { status } = parseInput(listAlertsInput, input);
  const { scope, slugs } = await findAlertScope(ctx, environment);
  const [rows, open] = await Promise.all([
    listAlertRows(ctx.db, { ...scope, status, limit: listedMax }),
    countOpenAlerts(ctx.db, scope),
  ]);
  const asOf = new Date(ctx.clock.now()).toISOString();
  return alertsSchema.parse({ items: rows.map((row) => toAlert(row, slugs)), open, asOf });
}

/** Who has a list of merchants sees only alerts of these, none of the environment's own. */
export async function findAlertScope(
  ctx: ServiceContext,
  environment: Environment,
): Promise<{ scope: AlertScope; slugs: ReadonlyMap<string, string> }> {
  const merchants = await visibleMerchants(ctx, environment);
  const slugs = new Map(merchants.map(({ id, slug }) => [id, slug]));
  return { scope: { environment, merchantIds: [...slugs.keys()], seesAll: ctx.staff.merchants === null }, slugs };
}

export function toAlert(row: AlertRow, slugs: ReadonlyMap<string, string>): Alert {
  const merchant = row.merchantId === null ? undefined : slugs.get(row.merchantId);
  const { id, rule, status, count, notKept } = row;
  return alertSchema.parse({
    ...{ id, rule, merchant, status, count, notKept },
    openedAt: row.openedAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    href: `/${row.environment}${merchant === undefined ? "" : `/${merchant}`}${pages[rule] ?? ""}`,
  });
}
