import { and, eq, getTableColumns, ne, sql } from "drizzle-orm";
import { redactLogText } from "../core/redact.ts";
import type { DueForward, ForwardRows, ForwardVerdict, ShopTry } from "../notify/forward/ports.ts";
import { VaultError } from "../vault/aead.ts";
import type { Vault } from "../vault/vault.ts";
import type { Database } from "./open-store.ts";
import { forward, forwardTarget, type StoredTry } from "./schema/forward.ts";
import { delivery, eventKey } from "./schema/notification.ts";
import { openUrl } from "./sealed-url.ts";

/** The tries one delivery keeps, newest last. */
const triesKept = 20;

/** The due table as the worker and `shop answers` use it, in any number of processes. */
export function createForwardRows({ db, vault }: { db: Database; vault: Vault }): ForwardRows {
  const settle: ForwardRows["settle"] = async ({ deliveryId, round }, verdict, shopTry) => {
    await db
      .update(forward)
      .set(toSettled(verdict, shopTry))
      .where(and(eq(forward.deliveryId, deliveryId), eq(forward.round, round), ne(forward.state, "delivered")));
  };
  return {
    settle,
    async claim(claim) {
      const due = await readDue(db, await takeDue(db, claim));
      const opened: DueForward[] = [];
      for (const row of due) {
        const message = openMessage(vault, row);
        if (message) opened.push(message);
        else await settle(row, { state: "dead" }, { at: claim.now, status: null, ms: 0, problem: unreadable, answer: null });
      }
      return opened;
    },
    async findAsked({ endpointId, signedHash, eventHash }) {
      const [row] = await db
        .select({
          deliveryId: forward.deliveryId,
          round: forward.round,
          attempts: forward.attempts,
          queuedAt: forward.queuedAt,
          state: forward.state,
          reading: eventKey.reading,
        })
        .from(eventKey)
        .innerJoin(forward, eq(forward.deliveryId, eventKey.eventId))
        .where(and(eq(eventKey.endpointId, endpointId), eq(eventKey.hash, Buffer.from(signedHash))));
      if (!row) return undefined;
      const { state, reading, ...asked } = row;
      if (!reading.equals(eventHash)) return "not_acting";
      return { ...asked, isDelivered: state === "delivered" };
    },
  };
}

/** Of each order only the earliest message on its way: a Rollback never overtakes the notice it takes back. */
async function takeDue(
  db: Database,
  { now, leaseMs, limit, perEndpoint, busy }: Parameters<ForwardRows["claim"]>[0],
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with due as (
      select mine.delivery_id from ${forwardTarget} t
      cross join lateral (
        select f.delivery_id from ${forward} f
        where f.endpoint_id = t.endpoint_id and f.state = 'pending' and f.due_at <= ${now}
          and not exists (
            select 1 from ${forward} e
            where e.endpoint_id = f.endpoint_id and e.order_hash = f.order_hash and e.seq < f.seq and e.state = 'pending')
        order by f.due_at, f.seq
        limit ${perEndpoint}
        for update of f skip locked
      ) mine
      where t.endpoint_id <> all(${sql.param([...busy])}::text[])
      limit ${limit}
    )
    update ${forward} set due_at = ${new Date(now.getTime() + leaseMs)}
    from due where ${forward}.delivery_id = due.delivery_id
    returning ${forward}.delivery_id as id`);
  return rows.map(({ id }) => id);
}

const unreadable = "The stored notification cannot be read.";

type DueRow = Awaited<ReturnType<typeof readDue>>[number];

/** Undefined when the body was damaged in the store: no later try could send it. */
function openMessage(vault: Vault, { attempts, sealedUrl, ...row }: DueRow): DueForward | undefined {
  try {
    const body = vault.open(row.body, { table: "delivery", row: row.deliveryId, column: "body" });
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
    .where(sql`${forward.deliveryId} = any(${sql.param([...ids])}::uuid[])`);
}

function toSettled(verdict: ForwardVerdict, shopTry: ShopTry) {
  const at = shopTry.at.toISOString();
  const answer = shopTry.answer === null ? null : redactLogText(shopTry.answer);
  const stored: StoredTry = { ...shopTry, at, answer };
  return {
    state: verdict.state,
    attempts: sql`${forward.attempts} + 1`,
    triedAt: shopTry.at,
    ...(verdict.state === "pending" ? { dueAt: verdict.dueAt } : { settledAt: shopTry.at }),
    tries: sql`(select coalesce(jsonb_agg(t order by n), '[]') from (
      select t, n from jsonb_array_elements(${forward.tries} || ${JSON.stringify([stored])}::jsonb) with ordinality as x(t, n)
      order by n desc limit ${triesKept}) kept)`,
  };
}
