import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { openVault } from "#lib/app/open-vault.ts";
import { recordAudit } from "#lib/db/audit/audit.ts";
import { openStore } from "#lib/db/connection/open-store.ts";
import { migrateStore } from "#lib/db/migrate/migrate-store.ts";
import { storeName } from "#lib/db/staff/person-names.ts";
import type { OwnRun } from "../own-run.ts";
import { toPercentiles } from "../percentiles.ts";
import type { Figure } from "../report.ts";

/** The size of the app's own connection pool. */
const connectionsMax = 20;
const atOnce = 50;
const slowestMs = 1_000;

/**
 * Fifty team members acting concurrently: how many audited actions per second the chain, which is serialised by one lock, accepts,
 * compared with inserting the same rows without a chain.
 */
export async function measureAudit(own: OwnRun, databaseUrl: string, { actions, team }: { actions: number; team: number }) {
  const store = openStore({ url: databaseUrl, connectionsMax });
  own.defer(() => store.close());
  await migrateStore(store);
  const vault = await openVault(store, [{ id: "k1", key: randomBytes(32) }]);
  const { db } = store;
  const emails = Array.from({ length: team }, (_, n) => `person-${n}@counterfoil.example`);
  for (const email of emails) await storeName(db, vault, email);
  await db.execute(sql`create table bench_plain (like audit including all)`);
  const staffId = randomUUID();
  const chained = (n: number) => {
    const actor = emails[n % team] ?? "";
    const entry = { at: new Date(), staffId, actor, act: "bench.acted", environment: "demo", target: String(n), detail: { n } };
    return recordAudit({ db, vault }, entry);
  };
  const plain = async (n: number) => {
    const hash = randomBytes(32).toString("hex");
    await db.transaction((tx) =>
      tx.execute(sql`insert into bench_plain (at, staff_id, actor, act, environment, target, sealed_detail, hash)
        values (now(), ${staffId}, ${emails[n % team]}, 'bench.acted', 'demo', ${String(n)}, ${randomBytes(100)}, ${hash})`),
    );
  };
  await timeAll(plain, atOnce);
  await timeAll(chained, atOnce);
  const [without, withChain] = [await timeAll(plain, actions), await timeAll(chained, actions)];
  const { p50, p99 } = toPercentiles(withChain.ms);
  const ratio = without.perSecond / withChain.perSecond;
  const figures: Figure[] = [
    { name: `${atOnce} people at once, plain inserts a second`, value: String(Math.round(without.perSecond)) },
    {
      name: `${atOnce} people at once, audited actions a second`,
      value: `${Math.round(withChain.perSecond)}, ${ratio.toFixed(1)} times slower`,
    },
    {
      name: `${atOnce} people at once, wait for an audited action, p99`,
      value: `${Math.round(p99)} ms`,
      goal: `< ${slowestMs} ms`,
      isMet: p99 < slowestMs,
    },
  ];
  return { figures, details: { team, actions, plain: toPercentiles(without.ms), chained: { p50, p99 }, ratio } };
}

async function timeAll(runAction: (n: number) => Promise<void>, actions: number): Promise<{ perSecond: number; ms: number[] }> {
  const ms: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  const worker = async () => {
    for (let n = next++; n < actions; n = next++) {
      const actedAt = performance.now();
      await runAction(n);
      ms.push(performance.now() - actedAt);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { perSecond: (actions * 1_000) / (performance.now() - startedAt), ms };
}
