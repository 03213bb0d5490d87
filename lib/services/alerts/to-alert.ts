import { type Alert, alertSchema } from "#lib/contract/alert.ts";
import type { AlertRule } from "#lib/contract/alert-marks.ts";
import { addDays, dayOf } from "#lib/core/days.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { moneyKindFilter } from "#lib/core/transaction-types.ts";
import { groupSubject } from "#lib/db/alerts/alert-members.ts";
import { type AlertRow, type SeenAlert, unlinkedReferences } from "#lib/db/alerts/alerts.ts";
import { type NameOf, readNames } from "#lib/db/staff/person-names.ts";
import { redactText } from "#lib/privacy/redact.ts";
import { hasRole, type ServiceContext } from "../context.ts";
import { findZone } from "../environments/find-zone.ts";

const hidden = "•••";
const sales = new URLSearchParams(moneyKindFilter("sales")).toString();

type Place = Pick<AlertRow, "id" | "environment" | "subject"> & {
  /** Slug. */
  merchant: string | undefined;
  /** When it was counted last. */
  at: Date;
  beginsAt: Date | null;
  /** Of the environment. */
  zone: string;
};

/** The page of the merchant or environment that shows what an alert is about; by default the overview. */
const pages: Partial<Record<AlertRule, (place: Place) => string>> = {
  genuine_refused: (place) => `${baseHref(place)}/notifications?flag=genuine_refused`,
  not_checkable: (place) =>
    `${baseHref(place)}/notifications?verdict=not_checkable&from=${countedFrom(place)}${ofMany(place, "&")}`,
  forward_failing: (place) =>
    place.merchant === undefined ? `/${place.environment}/merchants?status=forward_failing` : endpointHref(place),
  certificate_ending: (place) => (isOfMany(place) ? `/${place.environment}/merchants${ofMany(place, "?")}` : endpointHref(place)),
  merchant_stopped: ({ environment, merchant, ...place }) => {
    if (merchant !== undefined) return `/${environment}/${merchant}/connection`;
    return isOfMany(place) ? `/${environment}/merchants${ofMany(place, "?")}` : `/${environment}/settings/connection`;
  },
  payment_unknown: (place) => `${baseHref(place)}/payments?status=unknown${ofMany(place, "&")}`,
  ledger_late: ({ environment, merchant }) =>
    merchant === undefined ? `/${environment}/merchants?status=late` : `/${environment}/${merchant}/transactions`,
  profile_contradicted: ({ environment, merchant, subject }) =>
    subject === unlinkedReferences
      ? `/${environment}/notifications`
      : `/${environment}/settings/gateway${merchant === undefined ? "" : `?merchant=${merchant}`}`,
  silence: ({ environment, merchant }) =>
    merchant === undefined ? `/${environment}/merchants?status=silent` : `/${environment}/${merchant}/transactions?${sales}`,
  notifications_missing: (place) =>
    `${baseHref(place)}/notifications/never-notified${ofMany(place, "?")}${missingFrom(place, isOfMany(place) ? "&" : "?")}`,
};

function isOfMany({ subject }: Pick<Place, "subject">): boolean {
  return subject === groupSubject;
}

/** Of an alert of many merchants: only theirs. */
function ofMany({ id, subject }: Pick<Place, "id" | "subject">, before: "?" | "&"): string {
  return isOfMany({ subject }) ? `${before}alert=${id}` : "";
}

function baseHref({ environment, merchant }: Pick<Place, "environment" | "merchant">): string {
  return merchant === undefined ? `/${environment}` : `/${environment}/${merchant}`;
}

/** The panel of its endpoint, which is the subject. */
function endpointHref(place: Place): string {
  return `${baseHref(place)}/endpoints#${place.subject}`;
}

/** The first of the days that `findNotCheckable` counts; the page reads it in the environment's zone, as the counts do. */
function countedFrom({ at }: Place): string {
  return addDays(dayOf(at, "UTC"), -1);
}

function missingFrom({ beginsAt, zone }: Place, before: "?" | "&"): string {
  return beginsAt === null ? "" : `${before}from=${dayOf(beginsAt, zone)}`;
}

const commentPlace = (row: string) => ({ table: "alert", row, column: "comment" });

/** Removes card numbers and texts in the form of a credential. */
export function sealComment({ vault }: Pick<ServiceContext, "vault">, id: string, text: string): Buffer {
  return vault.seal(Buffer.from(redactText(text).toWellFormed()), commentPlace(id));
}

/** The dashboard page about an alert. The page of the connection turns away everybody but administrators. */
export function hrefOf({ rule, ...place }: Place & Pick<AlertRow, "rule">, isAdmin: boolean): string {
  const href = (pages[rule as AlertRule] ?? baseHref)(place);
  return href.endsWith("/settings/connection") && !isAdmin ? baseHref(place) : href;
}

/** What only some rules tell. */
export function detailsOf({ rule, subject, beginsAt = null }: Pick<AlertRow, "rule" | "subject"> & { beginsAt?: string | null }) {
  return {
    ...(rule === "certificate_ending" && beginsAt !== null ? { endsAt: beginsAt } : {}),
    ...(rule === "spool_in_use" ? { machine: subject } : {}),
    ...(rule === "profile_contradicted" && subject === unlinkedReferences ? { unlinked: true as const } : {}),
  };
}

export type AlertWords = { slugs: ReadonlyMap<string, string>; nameOf: NameOf; zone: string };

export async function readAlertWords(ctx: ServiceContext, environment: Environment): Promise<Omit<AlertWords, "slugs">> {
  const [nameOf, zone] = await Promise.all([readNames(ctx), findZone(ctx, environment)]);
  return { nameOf, zone };
}

export function toAlert(
  { vault, staff, clock }: Pick<ServiceContext, "vault" | "staff" | "clock">,
  row: SeenAlert,
  { slugs, nameOf, zone }: AlertWords,
): Alert {
  const merchant = row.merchantId === null ? undefined : slugs.get(row.merchantId);
  const { id, rule, status, severity, count, notKept, resolution } = row;
  const countedAt = status === "resolved" && row.changedAt ? row.changedAt : new Date(clock.now());
  const named = (stored: string | null) => (stored === null ? undefined : nameOf(stored));
  // What is known about it may name other merchants.
  const comment = row.isPartial
    ? null
    : row.comment && (staff.isPresenting ? hidden : vault.open(row.comment, commentPlace(id)).toString("utf8"));
  return alertSchema.parse({
    ...{ id, rule, merchant, status, severity, count, notKept, resolution: resolution ?? undefined },
    merchants: isOfMany(row) ? count : undefined,
    partial: row.isPartial || undefined,
    openedAt: row.openedAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    ...detailsOf({ ...row, beginsAt: row.beginsAt?.toISOString() ?? null }),
    href: hrefOf({ ...row, merchant, at: countedAt, zone }, hasRole(staff, "admin")),
    changedAt: row.changedAt?.toISOString(),
    acknowledgedAt: row.acknowledgedAt?.toISOString(),
    acknowledgedBy: named(row.acknowledgedBy),
    resolvedBy: named(row.resolvedBy),
    comment: comment ?? undefined,
    commentedBy: row.isPartial ? undefined : named(row.commentedBy),
  });
}
