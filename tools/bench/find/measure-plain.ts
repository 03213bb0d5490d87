import { sql } from "drizzle-orm";
import type pg from "pg";
import { normaliseIdentifier } from "#lib/core/identifiers.ts";
import type { Database } from "#lib/db/connection/open-store.ts";
import { listOverviewCounts } from "#lib/db/overview/overview.ts";
import { findIdentifiers } from "#lib/db/search/identifier-search.ts";
import { anyOf, beginningWith, isKnownBy } from "#lib/db/search/identifiers.ts";
import { listTransactionRows, type TransactionPageQuery } from "#lib/db/transactions/transaction-list.ts";
import { type Percentiles, toPercentiles } from "../support/percentiles.ts";
import type { BenchDashboard } from "./bench-dashboard.ts";
import { benchEnvironment as environment } from "./fill-ledger.ts";
import { listTransactionsPlainly, withPlainIndexes } from "./list-plainly.ts";
import { measureWrites, writers } from "./measure-writes.ts";
import { type Filter, sampleFilters, sampleIdentifiers } from "./samples.ts";

/** `goalMs`: what the plain way must keep for the tuned one to go. */
export type Compared = { name: string; plain: Percentiles; tuned: Percentiles; goalMs?: number };

type Pair = {
  name: string;
  goalMs?: number;
  plain: (round: number) => Promise<unknown>;
  tuned: (round: number) => Promise<unknown>;
};

/** Each part that was kept instead of its plain equivalent, beside that, alternately in one run. */
export async function measurePlain({ runtime, url }: BenchDashboard, rounds: number): Promise<Compared[]> {
  const { db, pool } = runtime.store;
  const identifiers = (await sampleIdentifiers(pool, rounds)).map(normaliseIdentifier).filter((text) => text !== "");
  const value = (round: number) => identifiers[Math.max(0, round) % identifiers.length] ?? "";
  const pairs: Pair[] = [
    ...[30, 90].map((days) => overviewPair(db, days)),
    ...(await daySumPairs(db)),
    {
      name: "search",
      goalMs: 40,
      plain: (round) => findPlainly(db, value(round)),
      tuned: (round) => findIdentifiers(db, { scope: all, value: value(round), hashedValue: "", limit: 20 }),
    },
    {
      name: "list of transactions with a beginning",
      goalMs: 40,
      plain: (round) => listTransactionsPlainly(db, listQuery(value(round))),
      tuned: (round) => listTransactionRows(db, listQuery(value(round))),
    },
  ];
  const filters = await sampleFilters(pool, rounds);
  const lists: Pair = {
    name: "first page of a list",
    goalMs: 40,
    plain: (round) => listTransactionsPlainly(db, filterQuery(filters[Math.max(0, round)] ?? {})),
    tuned: (round) => listTransactionRows(db, filterQuery(filters[Math.max(0, round)] ?? {})),
  };
  const compared: Compared[] = [];
  for (const pair of pairs) compared.push(await compare(pair, rounds));
  compared.push(await withPlainIndexes(url, () => compare(lists, rounds)));
  const writes = await measureWrites(pool as unknown as pg.Pool, rounds * 20);
  return [...compared, { name: `counting by ${writers} writers at once`, ...writes }];
}

const all = { environment, merchantIds: null };

async function compare({ plain, tuned, ...named }: Pair, rounds: number): Promise<Compared> {
  const times = { plain: [] as number[], tuned: [] as number[] };
  for (let round = -2; round < rounds; round++) {
    for (const [way, work] of [["plain", plain] as const, ["tuned", tuned] as const]) {
      const startedAt = performance.now();
      await work(round);
      if (round >= 0) times[way].push(performance.now() - startedAt);
    }
  }
  return { ...named, plain: toPercentiles(times.plain), tuned: toPercentiles(times.tuned) };
}

const dayText = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** The overview's counts of notifications by a grouping of the rows, instead of counts kept by triggers, a journal and a job. */
function overviewPair(db: Database, days: number): Pair {
  const [beforeFrom, from, to] = [dayText(2 * days - 1), dayText(days - 1), dayText(0)];
  const within = (first: string) => sql`environment = ${environment} and received_at >= ${first}::timestamptz`;
  const ids = (column: string, first: string) => sql`${sql.identifier(column)} >= first_id_at(${first}::timestamptz)`;
  const day = sql`(received_at at time zone 'UTC')::date`;
  return {
    name: `overview's counts of ${days} days beside ${days} before`,
    goalMs: 100,
    plain: () =>
      db.execute(sql`
        select ${day} as day, verdict as kind, '' as detail, '' as currency, count(*) as rows, 0 as amount_minor
        from delivery where ${within(beforeFrom)} and ${ids("id", beforeFrom)} group by 1, 2
        union all
        select null, paid_with, card_brand, currency, count(*), sum(amount_minor)
        from payment_notice where ${within(from)} and ${ids("delivery_id", from)} group by 2, 3, 4
        union all
        select null, overview_delay(delay_seconds), '', '', count(*), 0
        from payment_notice where ${within(from)} and ${ids("delivery_id", from)} group by 2`),
    tuned: () => listOverviewCounts(db, { ...all, beforeFrom, from, to, zone: "UTC" }),
  };
}

/** Sums of all merchants from those of each merchant's days, as 10,000 merchants have them, instead of days of the environment. */
async function daySumPairs(db: Database): Promise<Pair[]> {
  await db.execute(sql`drop table if exists bench_day`);
  await db.execute(sql`
    create unlogged table bench_day as
    select merchant, at % 7 as kind_id, current_date - (at * 7 + merchant % 7) as day, 1 as rows, 100::numeric as credit_minor,
      0::numeric as debit_minor
    from generate_series(1, 10000) merchant, generate_series(0, 99) at`);
  await db.execute(sql`analyze bench_day`);
  const sums = sql`sum(rows), sum(credit_minor), sum(debit_minor)`;
  return [
    {
      name: "sums of all of 10,000 merchants",
      goalMs: 150,
      plain: () => db.execute(sql`select kind_id, ${sums} from bench_day group by 1`),
      tuned: () => db.execute(sql`select kind_id, ${sums} from ledger_kind_day group by 1`),
    },
  ];
}

/** Each table's rows by its index of words, sorted: of a common value that is all of them. */
function findPlainly(db: Database, value: string): Promise<unknown> {
  const words = `${beginningWith(value)} | ${anyOf([value])}`;
  // Materialized: PostgreSQL cannot estimate how few there are, and would walk along the time.
  const found = (table: string, time: string) => sql`${sql.identifier(`of_${table}`)} as materialized (
    select merchant_id, id::text, ${sql.identifier(time)} as at, identifiers from ${sql.identifier(table)}
    where environment = ${environment} and ${isKnownBy(sql`identifiers`, words)})`;
  return db.execute(sql`
    with ${found("transaction", "occurred_at")}, ${found("delivery", "received_at")}, ${found("payment", "created_at")}
    select * from (select * from of_transaction union all select * from of_delivery union all select * from of_payment) found
    order by at desc limit 20`);
}

function listQuery(identifier: string): TransactionPageQuery {
  return { ...all, order: "newest", limit: 51, identifier };
}

/** `from` and `to` are days in UTC. */
function filterQuery({ from, to, order, ...filters }: Filter): TransactionPageQuery {
  const start = (day: string, later = 0) => new Date(Date.parse(`${day}T00:00:00Z`) + later * 86_400_000);
  return {
    ...{ ...all, ...filters, order: order as TransactionPageQuery["order"], limit: 51 },
    ...{ from: from ? start(from) : undefined, before: to ? start(to, 1) : undefined },
  } as TransactionPageQuery;
}
