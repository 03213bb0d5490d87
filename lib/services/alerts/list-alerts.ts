import { type Alert, type Alerts, alertSchema, alertsSchema, listAlertsInput } from "../../contract/alert.ts";
import type { Environment } from "../../core/identifiers.ts";
import { parseInput } from "../../core/parse-input.ts";
import { type AlertRow, type AlertScope, countOpenAlerts, listAlerts as listAlertRows } from "../../store/alerts.ts";
import { requireRole, type ServiceContext, visibleMerchants } from "../context.ts";

const listedMax = 500;

/** Where to look, of a merchant or of the environment; the overview where there is nothing better. */
const pages: Partial<Record<string, (environment: string, merchant: string | undefined) => string>> = {
  genuine_refused: (environment, merchant) => `${placeOf(environment, merchant)}/notifications?flag=genuine_refused`,
  profile_contradicted: (environment, merchant) =>
    `/${environment}/settings/gateway${merchant === undefined ? "" : `?merchant=${merchant}`}`,
};

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
    href: (pages[rule] ?? placeOf)(row.environment, merchant),
  });
}

function placeOf(environment: string, merchant: string | undefined): string {
  return merchant === undefined ? `/${environment}` : `/${environment}/${merchant}`;
}
