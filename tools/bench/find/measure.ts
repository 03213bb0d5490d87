import type pg from "pg";
import { listTransactionRows, type TransactionKey } from "#lib/db/transactions/transaction-list.ts";
import { findAnything } from "#lib/services/search/find-anything.ts";
import { listMerchantTransactions, listTransactions } from "#lib/services/transactions/list-transactions.ts";
import { totalTransactions } from "#lib/services/transactions/sum-transactions.ts";
import { type Percentiles, toPercentiles } from "../support/percentiles.ts";
import type { BenchDashboard } from "./bench-dashboard.ts";
import { benchEnvironment as environment } from "./fill-ledger.ts";
import { type Filter, hardFilters, sampleFilters, sampleIdentifiers } from "./samples.ts";

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

type Statement = { config: pg.QueryConfig | string; values: unknown[] | undefined };

/** The statements of the pool during the work, to be repeated without the application around them. */
async function recordStatements(pool: pg.Pool, work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const query: (...args: unknown[]) => unknown = pool.query;
  Object.assign(pool, {
    query: (config: pg.QueryConfig, values?: unknown[]) => {
      statements.push({ config, values });
      return query.call(pool, config, values);
    },
  });
  await work();
  Object.assign(pool, { query });
  return statements;
}

export type FindMeasure = { inProcess: Percentiles; sql: Percentiles; ratios: Percentiles };

/** Searches each identifier with the service and, right after, with the same SQL statements, one after another. */
export async function measureFind({ ctx, runtime }: BenchDashboard, count: number): Promise<FindMeasure> {
  const { pool } = runtime.store;
  const [service, sql] = [[] as number[], [] as number[]];
  const identifiers = await sampleIdentifiers(pool, count);
  for (const q of identifiers.slice(0, 30)) await findAnything(ctx, { environment, input: { q } });
  for (const q of identifiers) {
    const find = () => findAnything(ctx, { environment, input: { q } });
    const statements = await recordStatements(pool, find);
    service.push(await timed(find));
    sql.push(
      await timed(async () => {
        for (const { config, values } of statements) await pool.query(config as pg.QueryConfig, values);
      }),
    );
  }
  const ratios = service.map((ms, index) => ms / (sql[index] ?? ms));
  return { inProcess: toPercentiles(service), sql: toPercentiles(sql), ratios: toPercentiles(ratios) };
}

export type ListMeasure = {
  firstPage: Percentiles;
  slowest: { ms: number; filter: Filter }[];
  hard: { name: string; ms: number }[];
};

/** The first 50 rows under many filters, of one merchant and of all, from the service behind the API. */
export async function measureLists(
  { ctx, runtime, slugs }: BenchDashboard,
  { count, repeats }: { count: number; repeats: number },
): Promise<ListMeasure> {
  const filters = await sampleFilters(runtime.store.pool, count);
  const list = (filter: Filter, position: number) =>
    position % 3 === 0
      ? listMerchantTransactions(ctx, {
          environment,
          merchant: slugs[position % slugs.length] ?? "",
          input: { ...filter, limit: "50" },
        })
      : listTransactions(ctx, { environment, input: { ...filter, limit: "50" } });
  for (const [position, filter] of filters.slice(0, 30).entries()) await list(filter, position);
  const measured: { ms: number; filter: Filter }[] = [];
  for (const [position, filter] of filters.entries()) measured.push({ ms: await timed(() => list(filter, position)), filter });
  const hard = [];
  for (const { name, filter } of hardFilters(slugs[1] ?? "")) {
    const runs: number[] = [];
    for (let run = 0; run < repeats; run++) runs.push(await timed(() => list(filter, 1)));
    hard.push({ name, ms: toPercentiles(runs).p95 });
  }
  const slowest = measured.toSorted((left, right) => right.ms - left.ms).slice(0, 8);
  return { firstPage: toPercentiles(measured.map(({ ms }) => ms)), slowest, hard };
}

/** Page 1 and page 5,000 of the unfiltered list alternately, 50 rows each. */
export async function measureDeepPage({ runtime, rows }: BenchDashboard, rounds: number) {
  const { db, pool } = runtime.store;
  const depth = Math.min(5_000, Math.floor(rows / 50) - 1);
  const { rows: keys } = await pool.query<TransactionKey>(
    `select occurred_at as "occurredAt", id, merchant_id as "merchantId", amount_minor as "amountMinor" from transaction
     where environment = $1 order by occurred_at desc, id desc, merchant_id desc offset $2 limit 1`,
    [environment, (depth - 1) * 50],
  );
  const { rows: merchants } = await pool.query<{ id: string }>("select id from merchant where environment = $1", [environment]);
  const query = { environment, merchantIds: merchants.map(({ id }) => id), order: "newest" as const, limit: 51 };
  const [first, deep] = [[] as number[], [] as number[]];
  for (let round = -Math.min(10, rounds); round < rounds; round++) {
    const firstMs = await timed(() => listTransactionRows(db, query));
    const deepMs = await timed(() => listTransactionRows(db, { ...query, after: keys[0] }));
    if (round < 0) continue;
    first.push(firstMs);
    deep.push(deepMs);
  }
  return { depth, first: toPercentiles(first), deep: toPercentiles(deep) };
}

/** Totals of filters that match about a tenth of the ledger: by days, by merchant and type, and by amounts. */
export async function measureTotals({ ctx, runtime, slugs }: BenchDashboard, rounds: number) {
  const { rows } = await runtime.store.pool.query<{ day: string }>(
    "select to_char(occurred_at, 'YYYY-MM-DD') as day from bench_row order by md5(n::text || 'total') limit $1",
    [rounds],
  );
  const later = (day: string, days: number) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  const ways = (day: string, position: number): { merchant?: string | undefined; input: Filter }[] => [
    { input: { from: day, to: later(day, 73) } },
    { merchant: slugs[position % slugs.length], input: {} },
    { merchant: slugs[position % slugs.length], input: { amountMin: "0.6", sign: "debit" } },
    { input: { amountMin: "10", amountMax: "60" } },
    { input: { from: `${day}T07:00:00Z`, to: `${later(day, 73)}T19:30:00Z` } },
  ];
  const measured = ways("2026-01-01", 0).map(() => [] as number[]);
  const counts: number[] = [];
  for (const [position, { day }] of rows.entries()) {
    for (const [way, question] of ways(day, position).entries()) {
      const ms = await timed(async () => {
        counts[way] = (await totalTransactions(ctx, { environment, ...question })).count;
      });
      if (position >= Math.min(2, rounds - 1)) measured[way]?.push(ms);
    }
  }
  return measured.map((values, way) => ({ rows: counts[way] ?? 0, ...toPercentiles(values) }));
}
