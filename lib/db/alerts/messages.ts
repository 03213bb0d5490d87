import { and, asc, eq, gt, inArray, lte, ne, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { alertMessage, type NotifiedAlert } from "../schema/alert-channel.ts";

export type MessageRow = typeof alertMessage.$inferSelect;

export async function queueMessages(
  tx: Queryable,
  channelId: string,
  messages: readonly (readonly NotifiedAlert[])[],
  at: Date,
): Promise<void> {
  if (messages.length === 0) return;
  await tx.insert(alertMessage).values(messages.map((alerts) => ({ channelId, alerts: [...alerts], dueAt: at, queuedAt: at })));
}

/** How many a channel was sent after that time, or will be. */
export function countMessages(db: Queryable, channelId: string, after: Date): Promise<number> {
  const { channelId: ofChannel, queuedAt, state } = alertMessage;
  return db.$count(alertMessage, and(eq(ofChannel, channelId), gt(queuedAt, after), ne(state, "dropped")));
}

/** Whether a channel has messages that are not sent yet. `by` is when they are due at the latest, after all leases of now. */
export async function hastenMessages(tx: Queryable, ofChannel: string, by: Date): Promise<boolean> {
  const { id, channelId, state, dueAt } = alertMessage;
  const waiting = await tx
    .update(alertMessage)
    .set({ dueAt: sql`least(${dueAt}, ${by.toISOString()}::timestamptz)` })
    .where(and(eq(channelId, ofChannel), eq(state, "pending")))
    .returning({ id });
  return waiting.length > 0;
}

/** Changes what a claimed message says. */
export async function replaceMessage(
  tx: Queryable,
  id: string,
  replaced: Pick<MessageRow, "id" | "alerts" | "queuedAt">,
): Promise<void> {
  await tx.update(alertMessage).set(replaced).where(eq(alertMessage.id, id));
}

type Claim = { at: Date; leaseMs: number; limit: number; exceptChannels: readonly string[] };

/** An alert's messages follow each other: a webhook's end of it is not sent before its opening. */
const isFirst = sql`not exists (
  select from alert_message older where older.channel_id = alert_message.channel_id and older.state = 'pending'
    and older.queued_at < alert_message.queued_at and older.alerts -> 0 ->> 'id' = alert_message.alerts -> 0 ->> 'id')`;

/** Messages that are due, of other channels than these; until the lease ends no other process takes them. */
export async function claimMessages(db: Queryable, { at, leaseMs, limit, exceptChannels }: Claim): Promise<MessageRow[]> {
  const { id, state, dueAt, channelId, queuedAt } = alertMessage;
  const isOther = sql`${channelId} <> all(${sql.param([...exceptChannels])}::uuid[])`;
  // A common table expression runs once; a subquery may run once for each row, and each time claim others.
  const due = db.$with("due").as(
    db
      .select({ id })
      .from(alertMessage)
      .where(and(eq(state, "pending"), lte(dueAt, at), isOther, isFirst))
      .orderBy(asc(dueAt), asc(queuedAt))
      .limit(limit)
      .for("update", { skipLocked: true }),
  );
  return db
    .with(due)
    .update(alertMessage)
    .set({ dueAt: new Date(at.getTime() + leaseMs) })
    .where(inArray(id, db.select({ id: due.id }).from(due)))
    .returning();
}

export type ClaimOutcome = ({ state: "sent" | "failed" | "dropped" } | { state: "pending"; dueAt: Date }) & {
  /** With this one; absent when nothing was sent. */
  attempts?: number;
};

/** Ends the claim of a message. */
export async function finishClaim(db: Queryable, id: string, outcome: ClaimOutcome): Promise<void> {
  await db.update(alertMessage).set(outcome).where(eq(alertMessage.id, id));
}

/** What a channel's receiver refused for good may be told again: it takes messages now, or is another one. */
export async function releaseRefused(db: Queryable, channelId: string): Promise<void> {
  await db
    .update(alertMessage)
    .set({ state: "dropped" })
    .where(and(eq(alertMessage.channelId, channelId), eq(alertMessage.state, "failed")));
}

/** Of a channel that is turned off nothing more is sent; without a channel, of none. */
export async function dropMessages(tx: Queryable, channelId?: string): Promise<void> {
  const isMine = channelId === undefined ? undefined : eq(alertMessage.channelId, channelId);
  await tx
    .update(alertMessage)
    .set({ state: "dropped" })
    .where(and(eq(alertMessage.state, "pending"), isMine));
}

export async function deleteOldMessages(db: Queryable, at: Date): Promise<void> {
  await db.execute(
    sql`delete from alert_message where state <> 'pending' and queued_at < ${at.toISOString()}::timestamptz - interval '7 days'`,
  );
}
