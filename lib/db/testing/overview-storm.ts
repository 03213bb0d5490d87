import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { dayMs } from "#lib/core/days.ts";
import type { Queryable } from "../connection/open-store.ts";
import { savePaymentNotices } from "../payments/payment-notices.ts";

/** The application name of the process under test in the database. */
export const stormApplication = "overview-storm";

const zoneEdge = Date.parse("2026-03-28T20:00:00Z");
const pick = <Value>(values: readonly Value[], draw: number): Value => values[draw % values.length] as Value;

type Storm = { merchantIds: readonly string[]; draw: (below: number) => number };

/** One random change that affects the overview: arrivals, new verdicts, reconciliations, payments, removals. */
export async function stormOverview(db: Queryable, { merchantIds, draw }: Storm): Promise<void> {
  const actions = [addDeliveries, verifyAgain, joinLedger, removeDeliveries, addPayments, movePayments, removePayments];
  await db.transaction((tx) => pick(actions, draw(actions.length))(tx, { merchantIds, draw }));
}

async function addDeliveries(tx: Queryable, { merchantIds, draw }: Storm): Promise<void> {
  const count = 1 + draw(6);
  for (let at = 0; at < count; at++) {
    const [id, merchantId] = [randomUUID(), pick(merchantIds, draw(100))];
    const receivedAt = new Date(zoneEdge + draw(3 * dayMs)).toISOString();
    const verdict = pick(["valid", "valid", "invalid", "not_checkable"], draw(100));
    await tx.execute(sql`
      insert into delivery (id, endpoint_id, environment, merchant_id, event_id, sha256, body, body_bytes, headers, received_at,
        last_seen_at, method, amount_minor, currency, verdict, reasons, answer_status, answer_body, answer_ms)
      values (${id}, ${randomUUID()}, 'demo', ${merchantId}, ${id}, ${randomBytes(32)}, ''::bytea, 0, '\\x00', ${receivedAt}, ${receivedAt},
        'IPCPurchaseNotify', ${draw(9) === 0 ? null : draw(100_000)}, 'EUR', ${verdict}, '{}', 200, 'OK', 1)`);
    if (verdict !== "valid") continue;
    await tx.execute(
      sql`insert into reconciliation (delivery_id, environment, merchant_id, attempt) values (${id}, 'demo', ${merchantId}, 'paid')`,
    );
    const paidWith = pick(["card", "apple_pay", "ideal"] as const, draw(3));
    await savePaymentNotices(tx, [{ deliveryId: id, paidWith, cardBrand: paidWith === "ideal" ? "none" : "visa" }]);
  }
}

async function verifyAgain(tx: Queryable): Promise<void> {
  await tx.execute(sql`update delivery set verdict = 'valid', seen = seen + 1 where id in
    (select id from delivery order by md5(id::text || now()::text) limit 3)`);
}

async function joinLedger(tx: Queryable, { draw }: Storm): Promise<void> {
  const id = `row-${draw(1_000_000)}`;
  await tx.execute(sql`
    with found as (select delivery_id, merchant_id from reconciliation order by md5(delivery_id::text || now()::text) limit 1),
    keyed as (
      insert into transaction_key (merchant_id, id, occurred_at)
      select found.merchant_id, ${id}, received_at - make_interval(secs => ${draw(20_000) - 100}) from found join delivery on id = delivery_id
      on conflict do nothing returning id)
    update reconciliation set transaction_id = null from found where reconciliation.delivery_id = found.delivery_id`);
  await tx.execute(sql`update reconciliation set transaction_id = ${id} where delivery_id in
    (select delivery_id from reconciliation join transaction_key key using (merchant_id) where key.id = ${id} limit 1)`);
}

async function removeDeliveries(tx: Queryable): Promise<void> {
  await tx.execute(sql`delete from delivery where id in (select id from delivery order by md5(id::text || now()::text) limit 2)`);
}

async function addPayments(tx: Queryable, { merchantIds, draw }: Storm): Promise<void> {
  const createdAt = new Date(zoneEdge + draw(3 * dayMs)).toISOString();
  await tx.execute(sql`
    insert into payment (environment, merchant_id, kind, status, amount_minor, currency, terminal_id, reference_number, created_at, updated_at)
    values ('demo', ${pick(merchantIds, draw(100))}, 'payment', 'sending', ${1 + draw(9_000)}, 'EUR', 'T',
      ${randomUUID()}, ${createdAt}, ${createdAt})`);
}

async function movePayments(tx: Queryable, { draw }: Storm): Promise<void> {
  await tx.execute(sql`update payment set status = ${pick(["success", "failed", "unknown"], draw(3))} where id in
    (select id from payment order by md5(id::text || now()::text) limit 2)`);
}

async function removePayments(tx: Queryable): Promise<void> {
  await tx.execute(sql`delete from payment where id in (select id from payment order by md5(id::text || now()::text) limit 1)`);
}
