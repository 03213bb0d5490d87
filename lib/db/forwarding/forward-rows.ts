import { and, eq, getTableColumns, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import {
  type DueForward,
  type ForwardRows,
  type ForwardVerdict,
  forwardLeaseMs,
  type ShopTry,
} from "#lib/notifications/forwarding/ports.ts";
import { notificationText } from "#lib/notifications/texts.ts";
import { redactLogText } from "#lib/privacy/redact.ts";
import { VaultError } from "#lib/vault/aead.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { isPassing } from "../connection/is-database-away.ts";
import type { Database } from "../connection/open-store.ts";
import { openUrl } from "../connection/sealed-url.ts";
import { openBody } from "../deliveries/delivery-body.ts";
import { okStatus } from "../deliveries/delivery-writes.ts";
import { hasRollbackSince } from "../notifications/order-deliveries.ts";
import { forward, forwardTarget, type StoredTry, triesKept } from "../schema/forward.ts";
import { delivery, eventKey } from "../schema/notification.ts";
import { wasAccepted } from "./undelivered.ts";

/** The forwarding table as the worker and `shop answers` use it, from any number of processes. */
export function createForwardRows({ db, vault }: { db: Database; vault: Vault }): ForwardRows {
  const settle: ForwardRows["settle"] = async ({ deliveryId, round }, verdict, shopTry) => {
    // The shop's OK may have been stored with the gateway's answer before the attempt that got it.
    const isOpen =
      verdict.state === "delivered"
        ? or(ne(forward.state, "delivered"), eq(forward.attempts, 0))
        : ne(forward.state, "delivered");
    const write = (tried: ShopTry) =>
      db
        .update(forward)
        .set(toSettled(verdict, tried))
        .where(and(eq(forward.deliveryId, deliveryId), eq(forward.round, round), isOpen));
    try {
      await write(shopTry);
    } catch (cause) {
      if (isPassing(cause)) throw cause;
      // Not even a text that the database refuses keeps an attempt from being counted.
      await write({ ...shopTry, answer: null });
    }
  };
  const nextDue = createTurns(db);
  return {
    settle,
    async claim(claim) {
      const due = await readDue(db, await nextDue(claim));
      const opened: DueForward[] = [];
      for (const row of due) {
        const message = openMessage(vault, row);
        if (message) opened.push(message);
        else await settle(row, { state: "dead" }, { at: claim.now, status: null, ms: 0, problem: unreadable, answer: null });
      }
      return opened;
    },
    async findAsked({ endpointId, signedHash, eventHash }) {
      const { deliveryId, round, attempts, queuedAt, state, mode } = forward;
      const [row] = await db
        .select({
          eventId: eventKey.eventId,
          isFirstReading: sql<boolean>`${eq(eventKey.reading, eventHash)}`,
          queued: { deliveryId, round, attempts, queuedAt, state, mode },
          isBehind: sql<boolean>`exists ${earlierPending(sql`${forward}`)}`,
        })
        .from(eventKey)
        .leftJoin(forward, eq(forward.deliveryId, eventKey.eventId))
        .where(and(eq(eventKey.endpointId, endpointId), eq(eventKey.hash, Buffer.from(signedHash))));
      if (!row) return undefined;
      const { eventId, isFirstReading, queued, isBehind } = row;
      if (!isFirstReading) return "not_acting";
      const decided = queued && isNew(queued) ? null : await findDecided(db, eventId);
      if (!queued) return decided ?? undefined;
      return { ...queued, isDelivered: queued.state === "delivered", decided, isBehind };
    },
    async hurryEarlier({ deliveryId }) {
      // Twice the lease, since the clocks of processes and database may differ.
      await db.execute(sql`
        update ${forward} set due_at = queued_at
        where due_at > now() + ${2 * forwardLeaseMs} * interval '1 millisecond' and delivery_id in (
          select e.delivery_id from ${forward} own cross join lateral ${earlierPending(sql`own`)} e
          where own.delivery_id = ${deliveryId})`);
    },
  };
}

function isNew({ mode, state, attempts }: Pick<typeof forward.$inferSelect, "mode" | "state" | "attempts">): boolean {
  return mode === "shop_answers" && state === "pending" && attempts === 0;
}

/** What is known of a repeated payment without the shop. A Rollback may come again for another attempt. */
async function findDecided(db: Database, id: string): Promise<"ok" | "refused" | null> {
  const { endpointId, orderId, method, answerStatus, receivedAt } = delivery;
  const [known] = await db
    .select({ endpointId, orderId, method, answerStatus, receivedAt })
    .from(delivery)
    .where(eq(delivery.id, id));
  if (!known || known.method === "IPCPurchaseRollback") return null;
  if (known.answerStatus === okStatus) return "ok";
  if (known.orderId === null) return null;
  const order = { endpointId: known.endpointId, orderId: known.orderId };
  return (await hasRollbackSince(db, order, known.receivedAt)) ? "refused" : null;
}

/** The messages of the row's order that must reach the shop before it (docs/notifications.md, rule 29). */
function earlierPending(row: SQL): SQL {
  return sql`(select earlier.delivery_id from ${forward} earlier where earlier.endpoint_id = ${row}.endpoint_id
    and earlier.order_hash = ${row}.order_hash and earlier.seq < ${row}.seq and earlier.state = 'pending')`;
}

type Claim = Parameters<ForwardRows["claim"]>[0];
/** Endpoints after the first and up to the last; null: no bound. */
type Stretch = { after: string | null; upTo: string | null; limit: number };

/** When this many endpoints have nothing due, the rest is checked next time. */
const endpointsMax = 500;

/** Iterates over the endpoints: each claim continues after the previous one. */
function createTurns(db: Database): (claim: Claim) => Promise<string[]> {
  let after: string | null = null;
  return async (claim) => {
    const from = after;
    const first = await claimDue(db, claim, { after: from, upTo: null, limit: claim.limit });
    after = first.last;
    if (from === null || first.last !== null) return first.ids;
    const second = await claimDue(db, claim, { after: null, upTo: from, limit: claim.limit - first.ids.length });
    after = second.last;
    return [...first.ids, ...second.ids];
  };
}

/**
 * Only the earliest pending message of each order: a Rollback never overtakes the notification it reverses. `last`: the
 * endpoint reached, null when there is none after it.
 */
async function claimDue(
  db: Database,
  { now, leaseMs, perEndpoint, struggling, busy }: Claim,
  { after, upTo, limit }: Stretch,
): Promise<{ ids: string[]; last: string | null }> {
  if (limit <= 0) return { ids: [], last: null };
  const nextBehind = (bound: SQL) => sql`
    select endpoint_id from ${forward} f where f.state = 'pending' and ${bound}
      ${upTo === null ? sql`` : sql`and f.endpoint_id <= ${upTo}`}
    order by endpoint_id limit 1`;
  const { rows } = await db.execute<{ ids: string[] | null; last: string | null; walked: number; taken: number }>(sql`
    with recursive walked as (
      select first.endpoint_id, 1 as n from (${nextBehind(after === null ? sql`true` : sql`f.endpoint_id > ${after}`)}) first
      union all
      select next.endpoint_id, walked.n + 1 from walked
        cross join lateral (${nextBehind(sql`f.endpoint_id > walked.endpoint_id`)}) next
      where walked.n < ${endpointsMax}
    ), due as materialized (
      select mine.* from walked
      cross join lateral (
        select f.delivery_id, f.endpoint_id from ${forward} f
        where f.endpoint_id = walked.endpoint_id and f.state = 'pending' and f.due_at <= ${now}
          and not exists ${earlierPending(sql`f`)}
        order by f.due_at, f.seq
        limit case when walked.endpoint_id = any(${sql.param([...struggling])}::text[]) then 1 else ${perEndpoint}::int end
        for update of f skip locked
      ) mine
      where walked.endpoint_id <> all(${sql.param([...busy])}::text[])
        and exists (select from ${forwardTarget} t where t.endpoint_id = walked.endpoint_id)
      limit ${limit}
    ), taken as (
      update ${forward} set due_at = ${new Date(now.getTime() + leaseMs)}
      from due where ${forward}.delivery_id = due.delivery_id
      returning ${forward}.delivery_id as id
    )
    select array(select id from taken) as ids,  case when (select count(*) from due) >= ${limit} then (select max(endpoint_id) from due)
        when (select count(*) from walked) >= ${endpointsMax} then (select max(endpoint_id) from walked) end as last`);
  const [row] = rows;
  return { ids: row?.ids ?? [], last: row?.last ?? null };
}

const unreadable = notificationText("stored_unreadable");

type DueRow = Awaited<ReturnType<typeof readDue>>[number];

/** Undefined when the stored body was damaged: no later attempt could send it. */
function openMessage(vault: Vault, { attempts, sealedUrl, ...row }: DueRow): DueForward | undefined {
  try {
    const body = openBody(vault, { id: row.deliveryId, body: row.body });
    return { ...row, url: openUrl(vault, { endpointId: row.endpointId, sealedUrl }), attempt: attempts + 1, body };
  } catch (error) {
    if (error instanceof VaultError) return undefined;
    throw error;
  }
}

async function readDue(db: Database, ids: readonly string[]) {
  const { deliveryId, endpointId, round, attempts, mode, queuedAt } = getTableColumns(forward);
  const { method, body, headers, receivedAt } = getTableColumns(delivery);
  if (ids.length === 0) return [];
  return db
    .select({
      deliveryId,
      endpointId,
      round,
      attempts,
      mode,
      queuedAt,
      method,
      body,
      headers,
      receivedAt,
      sealedUrl: forwardTarget.sealedUrl,
    })
    .from(forward)
    .innerJoin(delivery, eq(delivery.id, forward.deliveryId))
    .innerJoin(forwardTarget, eq(forwardTarget.endpointId, forward.endpointId))
    .where(and(inArray(forward.deliveryId, [...ids]), inArray(delivery.id, [...ids])));
}

function toSettled(verdict: ForwardVerdict, shopTry: ShopTry) {
  const at = shopTry.at.toISOString();
  const answer = shopTry.answer === null ? null : redactLogText(shopTry.answer);
  const stored: StoredTry = { ...shopTry, at, answer };
  return {
    state: verdict.state === "dead" ? deadUnlessAccepted : verdict.state,
    attempts: sql`${forward.attempts} + 1`,
    triedAt: shopTry.at,
    ...(verdict.state === "pending" ? { dueAt: verdict.dueAt } : { settledAt: shopTry.at }),
    // The first is kept, since it decided what the gateway was answered, and the first OK, since then the shop has it.
    tries: sql`(select jsonb_agg(t order by n) from (
      select t, n, min(n) filter (where t -> 'problem' = 'null') over () as accepted
      from jsonb_array_elements(${forward.tries} || ${JSON.stringify([stored])}::jsonb) with ordinality as x(t, n)) numbered
      where n in (1, accepted) or n > jsonb_array_length(${forward.tries}) + 2 - ${triesKept}::int)`,
  };
}

/** A resend that the shop rejects to the end takes nothing back of what it has. A repeated Rollback may reverse another attempt. */
const deadUnlessAccepted = sql`case when ${wasAccepted} and not exists (select from ${delivery}
    where ${delivery.id} = ${forward.deliveryId} and ${delivery.method} = 'IPCPurchaseRollback')
  then 'delivered' else 'dead' end`;
