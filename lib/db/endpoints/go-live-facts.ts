import { sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { delivery } from "../schema/notification.ts";
import { isUnconfirmed } from "../schema/unconfirmed.ts";
import type { EndpointRow } from "./endpoints.ts";

/** How many of the newest deliveries are looked through: forgeries are stored in any number. */
const lookedAt = 10_000;
/** How many genuine ones among them count. */
const countedMax = 1_000;

type AnswerTimes = { checked: number; p50Ms: number | null; p95Ms: number | null; notConfirmed: number };

/** How the newest genuine deliveries of an endpoint were answered. */
export async function readAnswerTimes(db: Queryable, { id, environment }: EndpointRow): Promise<AnswerTimes | undefined> {
  // Raw: percentiles over the newest entries of one index, whatever else is stored.
  const { rows } = await db.execute<AnswerTimes>(sql`
    select count(*)::int as checked, percentile_cont(0.5) within group (order by answer_ms) as "p50Ms",
      percentile_cont(0.95) within group (order by answer_ms) as "p95Ms",
      (count(*) filter (where ${isUnconfirmed(newestColumns)}))::int as "notConfirmed"
    from (
      select * from (
        select answer_ms, answer_status, verdict, genuine_refused, method, last_seen_at from ${delivery}
        where environment = ${environment} and endpoint_id = ${id} order by last_seen_at desc nulls last limit ${lookedAt}
      ) newest where verdict = 'valid' or genuine_refused order by last_seen_at desc limit ${countedMax}
    ) genuine`);
  return rows[0];
}

const newestColumns = {
  answerStatus: sql`answer_status`,
  verdict: sql`verdict`,
  genuineRefused: sql`genuine_refused`,
  method: sql`method`,
};

type FirstGenuine = { id: string; receivedAt: Date; method: string | null; answerStatus: number; answerBody: string };

/**
 * The earliest stored delivery of an endpoint that verified. The index of an endpoint orders by the last arrival, so one that
 * arrived again may be earlier: those are looked for in the index of what arrived more than once.
 */
export async function findFirstGenuine(db: Queryable, endpoint: EndpointRow): Promise<FirstGenuine | undefined> {
  const { id, environment, merchantId, createdAt } = endpoint;
  // Raw: two short readings, each of one index; written as one condition they would read all deliveries of a merchant.
  const columns = sql`id, received_at, method, answer_status, answer_body`;
  const { rows } = await db.execute<Omit<FirstGenuine, "receivedAt"> & { receivedAt: string }>(sql`
    with seen as (
      select ${columns} from ${delivery}
      where environment = ${environment} and endpoint_id = ${id} and verdict = 'valid' order by last_seen_at nulls first limit 1
    ), repeated as (
      select ${columns} from ${delivery}
      where environment = ${environment} and merchant_id = ${merchantId} and endpoint_id = ${id} and verdict = 'valid'
        and seen > 1 and received_at >= ${createdAt.toISOString()} and received_at < (select received_at from seen)
      order by received_at limit 1
    )
    select id, to_json(received_at) as "receivedAt", method, answer_status as "answerStatus", answer_body as "answerBody"
    from (select * from seen union all select * from repeated) earliest order by received_at limit 1`);
  const [row] = rows;
  return row && { ...row, receivedAt: new Date(row.receivedAt) };
}
