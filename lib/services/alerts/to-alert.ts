import { type Alert, alertSchema } from "#lib/contract/alert.ts";
import type { AlertRule } from "#lib/contract/alert-marks.ts";
import { moneyKindFilter } from "#lib/core/transaction-types.ts";
import type { AlertRow } from "#lib/db/alerts/alerts.ts";
import type { NameOf } from "#lib/db/staff/person-names.ts";
import { redactText } from "#lib/privacy/redact.ts";
import { hasRole, type ServiceContext } from "../context.ts";

const hidden = "•••";
const sales = new URLSearchParams(moneyKindFilter("sales")).toString();

/** The page of the merchant or environment that shows what an alert is about; by default the overview. */
const pages: Partial<Record<AlertRule, (environment: string, merchant: string | undefined) => string>> = {
  genuine_refused: (environment, merchant) => `${baseHref(environment, merchant)}/notifications?flag=genuine_refused`,
  not_checkable: (environment, merchant) => `${baseHref(environment, merchant)}/notifications?verdict=not_checkable`,
  forward_failing: (environment, merchant) => `${baseHref(environment, merchant)}/endpoints`,
  certificate_ending: (environment, merchant) => `${baseHref(environment, merchant)}/endpoints`,
  merchant_stopped: (environment, merchant) =>
    merchant === undefined ? `/${environment}/settings/connection` : `/${environment}/${merchant}/connection`,
  payment_unknown: (environment, merchant) => `${baseHref(environment, merchant)}/payments?status=unknown`,
  ledger_late: (environment, merchant) =>
    merchant === undefined ? `/${environment}/merchants?status=attention` : `/${environment}/${merchant}/transactions`,
  profile_contradicted: (environment, merchant) =>
    `/${environment}/settings/gateway${merchant === undefined ? "" : `?merchant=${merchant}`}`,
  silence: (environment, merchant) => `${baseHref(environment, merchant)}/transactions?${sales}`,
  notifications_missing: (environment, merchant) => `${baseHref(environment, merchant)}/notifications/never-notified`,
};

function baseHref(environment: string, merchant: string | undefined): string {
  return merchant === undefined ? `/${environment}` : `/${environment}/${merchant}`;
}

const commentPlace = (row: string) => ({ table: "alert", row, column: "comment" });

/** Removes card numbers and texts in the form of a credential. */
export function sealComment({ vault }: Pick<ServiceContext, "vault">, id: string, text: string): Buffer {
  return vault.seal(Buffer.from(redactText(text).toWellFormed()), commentPlace(id));
}

/** The page of the connection turns everybody else away. */
export function hrefOf(row: Pick<AlertRow, "rule" | "environment">, merchant: string | undefined, isAdmin: boolean): string {
  const href = (pages[row.rule as AlertRule] ?? baseHref)(row.environment, merchant);
  return href.endsWith("/settings/connection") && !isAdmin ? baseHref(row.environment, merchant) : href;
}

export type AlertWords = { slugs: ReadonlyMap<string, string>; nameOf: NameOf };

export function toAlert(
  { vault, staff }: Pick<ServiceContext, "vault" | "staff">,
  row: AlertRow,
  { slugs, nameOf }: AlertWords,
): Alert {
  const merchant = row.merchantId === null ? undefined : slugs.get(row.merchantId);
  const { id, rule, status, severity, count, notKept } = row;
  const named = (stored: string | null) => (stored === null ? undefined : nameOf(stored));
  const comment = row.comment && (staff.isPresenting ? hidden : vault.open(row.comment, commentPlace(id)).toString("utf8"));
  return alertSchema.parse({
    ...{ id, rule, merchant, status, severity, count, notKept },
    openedAt: row.openedAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    href: hrefOf(row, merchant, hasRole(staff, "admin")),
    changedAt: row.changedAt?.toISOString(),
    acknowledgedBy: named(row.acknowledgedBy),
    resolvedBy: named(row.resolvedBy),
    comment: comment ?? undefined,
    commentedBy: named(row.commentedBy),
  });
}
