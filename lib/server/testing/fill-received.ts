import { sql } from "drizzle-orm";
import { updateOverview } from "#lib/db/overview/overview.ts";
import type { TestApp } from "./test-app.ts";

/**
 * Fills all tables except the ledger for an environment's merchants, with a few statements: different numbers for each
 * merchant, and orders and references that all of them share.
 */
export async function fillReceived({ store: { db } }: TestApp, environment: string): Promise<void> {
  await db.execute(sql`create unlogged table place as
    select id as merchant_id, environment, slug, row_number() over (order by slug)::int as at from merchant where environment = ${environment}`);
  await db.execute(sql`update transaction set identifiers = reference || E'\tr\n' || '2345' || E'\tp\n' || '12.34' || E'\tm'`);
  await db.execute(sql`insert into notify_endpoint (id, environment, merchant_id, sid, created_by)
    select md5(slug), environment, merchant_id, '000000000000010', 'a test' from place`);
  await db.execute(sql`
    insert into delivery (id, endpoint_id, environment, merchant_id, event_id, sha256, body, body_bytes, headers, received_at, last_seen_at, seen,
      method, order_id, trnref, amount_minor, currency, identifiers, verdict, reasons, genuine_refused, conflict, answer_status, answer_body, answer_ms)
    select id, md5(slug)::uuid, environment, merchant_id, id, decode(md5(id::text), 'hex'), '', 0, '\\x00', at_time, at_time, 1 + n % 2,
      'IPCPurchaseNotify', 'ORDER' || n % 3, '800' || n, 100 * at + n, 'EUR', case when verdict = 'valid' then 'ORDER' || n % 3 || E'\to' end,
      verdict, '{}', verdict = 'invalid' and n % 2 = 0, n % 5 = 0, case verdict when 'valid' then 200 else 400 end, 'OK', 1
    from (
      select place.*, n, md5(slug || n)::uuid as id, (array['valid', 'valid', 'invalid', 'not_checkable'])[1 + n % 4] as verdict,
        timestamptz '2026-04-01Z' + n * interval '5 hours' + at * interval '1 minute' as at_time
      from place, generate_series(1, 2 + at % 9) n) made`);
  await db.execute(sql`insert into unverified_number (delivery_id, environment, merchant_id, field, value, received_at)
    select id, environment, merchant_id, 'orderId', order_id, received_at from delivery where verdict <> 'valid'`);
  await db.execute(sql`insert into delivery_text (delivery_id, environment, merchant_id, words)
    select id, environment, merchant_id, 'spoken'::tsvector from delivery where verdict = 'valid'`);
  await db.execute(sql`
    insert into reconciliation (delivery_id, environment, merchant_id, attempt, agrees, gateway)
    select id, environment, merchant_id, case when seq % 3 = 0 then 'reversed' else 'paid' end, seq % 4 > 0, 'unknown' from delivery
    where verdict = 'valid'`);
  await db.execute(sql`
    insert into payment_notice (delivery_id, environment, merchant_id, received_at, paid_with, card_brand, currency, amount_minor, delay_seconds)
    select id, environment, merchant_id, received_at, 'card', 'visa', 'EUR', amount_minor, 3 from delivery where verdict = 'valid'`);
  await updateOverview(db, {});
  await db.execute(sql`
    insert into payment (id, environment, merchant_id, status, amount_minor, currency, terminal_id, reference_number, identifiers, created_at, updated_at)
    select md5('payment' || slug || n)::uuid, environment, merchant_id, (array['success', 'failed'])[1 + n % 2], 100 * at + n, 'EUR', 'T' || at,
      'POS' || n, 'POS' || n || E'\tn', timestamptz '2026-04-02Z' + n * interval '1 day' + at * interval '1 second', '2026-04-02Z'
    from place, generate_series(1, 2 + at % 7) n`);
  await db.execute(sql`
    insert into alert (id, environment, merchant_id, rule, subject, status, opened_at, last_seen_at, count)
    select md5('alert' || slug)::uuid, environment, merchant_id, 'genuine_refused', slug, case when at % 4 = 0 then 'resolved' else 'open' end,
      timestamptz '2026-04-01Z', timestamptz '2026-04-01Z' + at * interval '1 hour', at from place
    union all select gen_random_uuid(), ${environment}, null, 'profile_contradicted', 'all', 'open', '2026-04-01Z', '2026-04-09Z', 7`);
  await db.execute(sql`
    insert into gateway_profile (environment, merchant, question, source, answer, since, seen_at, evidence)
    select environment, merchant_id, 'page_size_max', 'learned', to_jsonb(at), '2026-04-01Z', '2026-04-01Z', 'GET' from place`);
  await db.execute(sql`
    insert into gateway_probe (environment, started_at, ended_at, merchant)
    select environment, '2026-04-01Z', '2026-04-01Z', merchant_id from place where slug = 'shop-5'`);
  await db.execute(sql`
    update ledger_sync set failures = at, problem = case when at % 3 = 0 then '{"code": "merchant_refused", "message": "Refused."}'::jsonb end,
      recent_read_at = case when at % 5 > 0 then now() - at % 4 * interval '1 hour' - at * interval '10 seconds' end, history_read_at = case when at % 7 > 0 then now() end
    from place where place.merchant_id = ledger_sync.merchant_id`);
  await db.execute(sql`drop table place`);
}
