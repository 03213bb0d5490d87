import { and, desc, eq, inArray, isNotNull, ne, sql } from "drizzle-orm";
import { type AlertRule, type AlertStatus, mayTurnOff, usualSeverity } from "#lib/contract/alert-marks.ts";
import type { Queryable } from "../connection/open-store.ts";
import { inScope, type MerchantScope } from "../merchants/merchant-scope.ts";
import { alert, merchantRhythm, usualNotifications } from "../schema/alert.ts";
import { findMemberFacts, groupSubject, isVisibleAlert } from "./alert-members.ts";
import { deleteNotifiedOf } from "./notified-alerts.ts";
import { isRuleOff } from "./rule-settings.ts";

export type AlertRow = typeof alert.$inferSelect;

type Raised = Pick<AlertRow, "environment" | "merchantId" | "subject"> & {
  rule: AlertRule;
  at: Date;
  /** How often it occurred. */
  count: number;
  notKept?: number;
  /** The merchant that showed it, where the alert is not about that merchant alone. */
  shownBy?: string;
};

/** Subject of `profile_contradicted`: notifications and transactions of merchants share no reference. */
export const unlinkedReferences = "references";

/** Call inside the transaction that stores the cause. An unresolved alert increases its count; a rule that is off raises none. */
export async function raiseAlert(tx: Queryable, { at, count, notKept = 0, shownBy, ...subject }: Raised): Promise<void> {
  const merchantId = subject.merchantId ?? shownBy ?? null;
  if (mayTurnOff(subject.rule) && (await isTurnedOff(tx, { ...subject, merchantId }))) return;
  await tx
    .insert(alert)
    .values({ ...subject, severity: usualSeverity[subject.rule], openedAt: at, lastSeenAt: at, count, notKept })
    .onConflictDoUpdate({
      target: [alert.environment, alert.rule, alert.subject],
      targetWhere: sql`status <> 'resolved'`,
      set: {
        count: sql`${alert.count} + excluded.count`,
        notKept: sql`${alert.notKept} + excluded.not_kept`,
        lastSeenAt: sql`greatest(${alert.lastSeenAt}, excluded.last_seen_at)`,
      },
    });
}

type Watched = Pick<Raised, "rule" | "environment" | "merchantId">;

async function isTurnedOff(tx: Queryable, { rule, environment, merchantId }: Watched): Promise<boolean> {
  const { rows } = await tx.execute<{ isOff: boolean }>(
    sql`select ${isRuleOff({ rule, environment, merchantId: sql`${merchantId}::uuid` })} as "isOff"`,
  );
  return rows[0]?.isOff ?? false;
}

type Page = {
  status: AlertStatus | undefined;
  /** The last alert of the previous page. */
  after?: { lastSeenAt: Date; id: string } | undefined;
  limit: number;
};

/**
 * Newest occurrence first; without a status, unresolved ones. Alerts about the whole environment are only for staff who
 * may see every merchant, except those of many merchants, one of which is in the scope.
 */
export function listAlerts(db: Queryable, scope: MerchantScope, { status, after, limit }: Page): Promise<AlertRow[]> {
  const behind =
    after && sql`(${alert.lastSeenAt}, ${alert.id}) < (${after.lastSeenAt.toISOString()}::timestamptz, ${after.id}::uuid)`;
  return db
    .select()
    .from(alert)
    .where(and(isVisibleAlert(scope), status === undefined ? ne(alert.status, "resolved") : eq(alert.status, status), behind))
    .orderBy(desc(alert.lastSeenAt), desc(alert.id))
    .limit(limit);
}

export async function countOpenAlerts(db: Queryable, scope: MerchantScope): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(alert)
    .where(and(isVisibleAlert(scope), eq(alert.status, "open")));
  return row?.count ?? 0;
}

/** How many alerts of each rule about merchants are open; those about the whole environment are on the page of alerts. */
export async function countOpenAlertsByRule(db: Queryable, scope: MerchantScope): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ rule: alert.rule, count: sql<number>`count(*)::int` })
    .from(alert)
    .where(and(inScope(scope, alert), eq(alert.status, "open"), isNotNull(alert.merchantId)))
    .groupBy(alert.rule);
  return new Map(rows.map(({ rule, count }) => [rule, count]));
}

export async function findAlert(db: Queryable, scope: MerchantScope, id: string): Promise<AlertRow | undefined> {
  const [row] = await db
    .select()
    .from(alert)
    .where(and(isVisibleAlert(scope), eq(alert.id, id)));
  return row;
}

/** `isPartial`: it is also about merchants outside the scope, which are not counted. */
export type SeenAlert = AlertRow & { isPartial: boolean };

/** Tells of alerts only what the scope may know: of the alert of many merchants the number, severity and time of its own. */
export async function narrowAlerts(db: Queryable, scope: MerchantScope, rows: readonly AlertRow[]): Promise<SeenAlert[]> {
  const groups = rows.filter(({ subject, merchantId }) => subject === groupSubject && merchantId === null);
  const facts = await findMemberFacts(
    db,
    scope,
    groups.map(({ id }) => id),
  );
  return rows.map((row) => {
    const found = facts.get(row.id);
    if (!found) return { ...row, isPartial: false };
    const { merchants: count, isPartial, severity, beginsAt } = found;
    return { ...row, count, isPartial, severity: severity ?? row.severity, beginsAt };
  });
}

type ChangedStatus = Exclude<AlertStatus, "open">;

/** The changed alert; undefined when its state is no longer one of `from`. */
export async function changeAlert(
  db: Queryable,
  { id, from, status, at, by }: { id: string; from: readonly AlertStatus[]; status: ChangedStatus; at: Date; by: string },
): Promise<AlertRow | undefined> {
  const [row] = await db
    .update(alert)
    .set({ status, changedAt: at, ...(status === "resolved" ? { resolvedBy: by } : { acknowledgedAt: at, acknowledgedBy: by }) })
    .where(and(eq(alert.id, id), inArray(alert.status, [...from])))
    .returning();
  return row;
}

/** Null removes the comment. */
export async function commentAlert(tx: Queryable, id: string, comment: Buffer | null, by: string): Promise<void> {
  await tx
    .update(alert)
    .set({ comment, commentedBy: comment && by })
    .where(eq(alert.id, id));
}

export async function deleteAlerts(tx: Queryable, environment: string): Promise<void> {
  await deleteNotifiedOf(tx, environment);
  await tx.delete(alert).where(eq(alert.environment, environment));
  await tx.delete(merchantRhythm).where(eq(merchantRhythm.environment, environment));
  await tx.delete(usualNotifications).where(eq(usualNotifications.environment, environment));
}
