import { and, asc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Vault } from "#lib/vault/vault.ts";
import type { Queryable } from "../connection/open-store.ts";
import { alertChannel, type ChannelTry } from "../schema/alert-channel.ts";

export type ChannelRow = typeof alertChannel.$inferSelect;

/** Of the team, and of this staff member. */
export function listChannels(db: Queryable, environment: string, staffId: string): Promise<ChannelRow[]> {
  return selectChannels(db, and(eq(alertChannel.environment, environment), or(isTeams, eq(alertChannel.staffId, staffId))));
}

const isTeams = isNull(alertChannel.staffId);

export function listSendingChannels(db: Queryable): Promise<ChannelRow[]> {
  return selectChannels(db, eq(alertChannel.isOn, true));
}

function selectChannels(db: Queryable, where: SQL | undefined): Promise<ChannelRow[]> {
  return db.select().from(alertChannel).where(where).orderBy(asc(alertChannel.name), asc(alertChannel.id));
}

/** Its lock is held until the transaction ends. */
export async function lockChannel(tx: Queryable, id: string): Promise<ChannelRow | undefined> {
  const [row] = await tx.select().from(alertChannel).where(eq(alertChannel.id, id)).for("update");
  return row;
}

/** Its lock is held until the transaction ends; undefined also while another process has it. */
export async function lockFreeChannel(tx: Queryable, id: string): Promise<ChannelRow | undefined> {
  const [row] = await tx.select().from(alertChannel).where(eq(alertChannel.id, id)).for("update", { skipLocked: true });
  return row;
}

type Own = { environment: string; kind: ChannelRow["kind"]; staffId: string };

export async function findOwnChannel(db: Queryable, { environment, kind, staffId }: Own): Promise<ChannelRow | undefined> {
  const { environment: inEnvironment, kind: ofKind, staffId: owner } = alertChannel;
  const [row] = await db
    .select()
    .from(alertChannel)
    .where(and(eq(owner, staffId), eq(inEnvironment, environment), eq(ofKind, kind)));
  return row;
}

export async function findTeamChannel(db: Queryable, environment: string, id: string): Promise<ChannelRow | undefined> {
  const [row] = await db
    .select()
    .from(alertChannel)
    .where(and(eq(alertChannel.id, id), eq(alertChannel.environment, environment), isTeams));
  return row;
}

/** How many channels the team has in an environment. */
export function countTeamChannels(db: Queryable, environment: string): Promise<number> {
  return db.$count(alertChannel, and(eq(alertChannel.environment, environment), isTeams));
}

export async function findChannel(db: Queryable, id: string): Promise<ChannelRow | undefined> {
  const [row] = await db.select().from(alertChannel).where(eq(alertChannel.id, id));
  return row;
}

type Values = typeof alertChannel.$inferInsert;

/** A person has one of each kind in an environment. */
const ownOnce = {
  target: [alertChannel.staffId, alertChannel.environment, alertChannel.kind],
  targetWhere: sql`staff_id is not null`,
};

export async function saveOwnChannel(db: Queryable, values: Values): Promise<ChannelRow | undefined> {
  const { staffId: _, environment: __, kind: ___, ...set } = values;
  const [row] = await db
    .insert(alertChannel)
    .values(values)
    .onConflictDoUpdate({ ...ownOnce, set })
    .returning();
  return row;
}

export async function saveTeamChannel(db: Queryable, values: Values & { id: string }): Promise<ChannelRow | undefined> {
  const { id: _, environment: __, ...set } = values;
  const [row] = await db.insert(alertChannel).values(values).onConflictDoUpdate({ target: alertChannel.id, set }).returning();
  return row;
}

export async function deleteChannel(tx: Queryable, id: string): Promise<void> {
  await tx.delete(alertChannel).where(eq(alertChannel.id, id));
}

export async function noteTry(db: Queryable, id: string, lastTry: ChannelTry): Promise<void> {
  await db.update(alertChannel).set({ lastTry }).where(eq(alertChannel.id, id));
}

/** The same of a person's own, whose id is answered; `values` are for a person who has chosen none yet. */
export async function noteOwnTry(db: Queryable, values: Values & { lastTry: ChannelTry }): Promise<string | undefined> {
  const { lastTry } = values;
  const [row] = await db
    .insert(alertChannel)
    .values(values)
    .onConflictDoUpdate({ ...ownOnce, set: { lastTry } })
    .returning({ id: alertChannel.id });
  return row?.id;
}

export async function noteDigest(tx: Queryable, id: string, at: Date): Promise<void> {
  await tx.update(alertChannel).set({ digestedAt: at }).where(eq(alertChannel.id, id));
}

type Part = "sealed_url" | "sealed_secret";

export function sealPart(vault: Vault, id: string, part: Part, text: string): Buffer {
  return vault.seal(text, { table: "alert_channel", row: id, column: part });
}

/** Empty where there is none. Throws VaultError when the row was changed or moved. */
export function openPart(vault: Vault, row: Pick<ChannelRow, "id" | "sealedUrl" | "sealedSecret">, part: Part): string {
  const sealed = part === "sealed_url" ? row.sealedUrl : row.sealedSecret;
  return sealed === null ? "" : vault.open(sealed, { table: "alert_channel", row: row.id, column: part }).toString("utf8");
}
