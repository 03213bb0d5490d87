import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
import { findJoins } from "#lib/db/notifications/reconciliations.ts";
import { ledgerRead } from "#lib/db/schema/transaction.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries, rollbackEntries } from "#lib/notifications/testing/sign.ts";
import { getNotification } from "../get-notification.ts";
import { createReconciledFixture, type ReconciledFixture } from "../testing/reconciled-fixture.ts";
import { createLedgerQuerier } from "./query-ledgers.ts";
import { reconcileStored } from "./reconcile-stored.ts";

const slugs = ["corner-cafe", "knigi-online", "moda-ritorni"];

const budget = { callsPerSecond: 10_000 };

let fixture: ReconciledFixture;
beforeAll(async () => {
  fixture = await createReconciledFixture(slugs);
});
afterAll(() => fixture.drop());

test("a Rollback that arrives while the payment's ledger is queried is searched for again", async () => {
  const { db, gateways } = fixture.ctx();
  const orderId = "taken-back-meanwhile";
  const id = await fixture.receive("corner-cafe", notifyEntries({ trnref: "626263", orderId }));
  await fixture.fold();
  await reconcileStored(fixture.ctx());
  const takeBack = async () => {
    await fixture.receive("corner-cafe", rollbackEntries({ orderId }));
    await fixture.fold();
  };
  const environmentAfter = async (name: typeof environment) => {
    await takeBack();
    return gateways.environment(name);
  };
  const ask = createLedgerQuerier(
    { ...fixture.ctx(), gateways: { ...gateways, environment: environmentAfter } },
    environment,
    budget,
  );
  expect(await ask()).toBe(true);
  const join = (await findJoins(db, [id])).get(id);
  expect(join).toMatchObject({ attempt: "reversed", tries: 0, asks: false });
  expect(join?.nextAt?.getTime()).toBeLessThanOrEqual(Date.now());
  await reconcileStored(fixture.ctx());
  while (await createLedgerQuerier(fixture.ctx(), environment, budget)());
});

test("one merchant is queried at a time, each in turn, and one that hangs delays no other", async () => {
  const received = new Map<string, string>();
  for (const slug of slugs) {
    for (const orderId of [`${slug}-1`, `${slug}-2`]) {
      const receivedAt = new Date(Date.now() - 121_000);
      received.set(orderId, await fixture.receive(slug, notifyEntries({ trnref: "626262", orderId }), { receivedAt }));
    }
  }
  await fixture.fold();
  const ctx = fixture.ctx();
  expect(await reconcileStored(ctx)).toBe(false);
  const countWaiting = async () => {
    const details = [...received].map(([orderId, id]) =>
      getNotification(ctx, { environment, merchant: orderId.slice(0, -2), id }),
    );
    return (await Promise.all(details)).filter(({ facts }) => facts.gateway?.state === "waiting").length;
  };
  expect(await countWaiting()).toBe(6);

  const hanging = Promise.withResolvers<void>();
  let opened = 0;
  const ask = createLedgerQuerier(
    {
      ...ctx,
      gateways: {
        ...ctx.gateways,
        environment: async (id: typeof environment) => {
          opened++;
          if (opened === 1) await hanging.promise;
          return ctx.gateways.environment(id);
        },
      },
    },
    environment,
    budget,
  );
  const first = ask();
  await expect.poll(() => opened).toBe(1);
  expect([await ask(), await ask(), await ask()]).toEqual([true, true, false]);
  expect(await countWaiting()).toBe(2);
  hanging.resolve();
  expect(await first).toBe(true);
  expect(await countWaiting()).toBe(0);
});

// A burst of notifications could otherwise overload the gateway with readings of thousands of ledgers.
test("its calls are background calls, within the shared budget", async () => {
  const { db, gateways } = fixture.ctx();
  await fixture.receive("corner-cafe", notifyEntries({ trnref: "626264", orderId: "within-the-budget" }));
  await fixture.fold();
  await reconcileStored(fixture.ctx());
  const paced: (boolean | undefined)[] = [];
  const forMerchant: typeof gateways.forMerchant = async (merchant, pace) => {
    paced.push(pace?.isBackground);
    await pace?.ready();
    return gateways.forMerchant(merchant, pace);
  };
  await db.execute(sql`delete from sync_budget`);
  expect(await createLedgerQuerier({ ...fixture.ctx(), gateways: { ...gateways, forMerchant } }, environment, budget)()).toBe(
    true,
  );
  expect(new Set(paced)).toEqual(new Set([true]));
  const reserved = await db.execute(sql`select 1 from sync_budget where environment = ${environment}`);
  expect(reserved.rowCount).toBe(1);
});

test("while no call gets its turn, nothing is recorded about the gateway, and no attempt is counted", {
  tags: ["long"],
  meta: { slow: "Waits until the time for asking is over." },
}, async () => {
  const { db, gateways } = fixture.ctx();
  const id = await fixture.receive("corner-cafe", notifyEntries({ trnref: "626265", orderId: "no-turn" }));
  await fixture.fold();
  await reconcileStored(fixture.ctx());
  await db.execute(sql`delete from sync_budget`);
  await db.execute(sql`
    insert into sync_budget (environment, rate, calls, paused_until) values (${environment}, 1, 0, now() + interval '1 hour')`);
  const forMerchant: typeof gateways.forMerchant = async (merchant, pace) => {
    const gateway = await gateways.forMerchant(merchant);
    const inTurn =
      <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
      async (...asked: Asked) => {
        await pace?.ready();
        return ask(...asked);
      };
    return {
      ...gateway,
      readTransactions: inTurn(gateway.readTransactions),
      lookupReferences: inTurn(gateway.lookupReferences),
    };
  };
  expect(await createLedgerQuerier({ ...fixture.ctx(), gateways: { ...gateways, forMerchant } }, environment, budget)()).toBe(
    true,
  );
  expect((await findJoins(db, [id])).get(id)).toMatchObject({ tries: 0, gateway: "waiting", asks: true });
  await db.execute(sql`delete from sync_budget`);
});

const setRead = (readAt: Date) => fixture.store.db.update(ledgerRead).set({ readAt });

// Wrong: its days were read before it came, so they count as read, and the list that has its payment takes too long.
test("a payment is not missing while its ledger could not be read since its notification", async () => {
  const { db, gateways } = fixture.ctx();
  await fixture.receive("corner-cafe", notifyEntries({ trnref: "626266", orderId: "its-ledger-is-read" }));
  await fixture.follow();
  const { trnref, orderId } = await fixture.payOnline("corner-cafe", 5678);
  await setRead(new Date(Date.now() - 125_000));
  const entries = notifyEntries({ trnref, orderId, amount: "56.78", currency: "EUR" });
  const id = await fixture.receive("corner-cafe", entries, { receivedAt: new Date(Date.now() - 121_000) });
  await fixture.fold();
  await reconcileStored(fixture.ctx());
  const listed = Promise.withResolvers<void>();
  const forMerchant: typeof gateways.forMerchant = async (merchant, pace) => {
    const gateway = await gateways.forMerchant(merchant, pace);
    const readTransactions: typeof gateway.readTransactions = async (query) => {
      await listed.promise;
      return gateway.readTransactions(query);
    };
    return { ...gateway, readTransactions };
  };
  const ports = { ...fixture.ctx(), gateways: { ...gateways, forMerchant } };
  await createLedgerQuerier(ports, environment, { ...budget, readBudgetMs: 50 })();
  const join = (await findJoins(db, [id])).get(id);
  // Nor is the gateway called unreachable: it is only slow.
  expect(join).toMatchObject({ gateway: "waiting", gatewayProblem: null });
  listed.resolve();
  const ctx = { ...fixture.ctx(), clock: { ...systemClock, now: () => join?.nextAt?.getTime() ?? 0 } };
  await reconcileStored(ctx);
  while (await createLedgerQuerier(ctx, environment, budget)());
  expect((await findJoins(db, [id])).get(id)).toMatchObject({ gateway: "confirmed", matchedBy: "order" });
});

test("a reading of a day that ended proves nothing about a payment that could be listed later", async () => {
  const { db } = fixture.ctx();
  const { trnref, orderId } = await fixture.payOnline("corner-cafe", 6789);
  // A minute after midnight the ledger was read; its days stay fresh for a quarter of an hour.
  const nowMs = Date.now() + 86_400_000;
  const ctx = { ...fixture.ctx(), clock: { ...systemClock, now: () => nowMs } };
  await setRead(new Date(nowMs - 60_000));
  const entries = notifyEntries({ trnref, orderId, amount: "67.89", currency: "EUR" });
  const id = await fixture.receive("corner-cafe", entries, { receivedAt: new Date(nowMs - 121_000) });
  await fixture.fold();
  await reconcileStored(ctx);
  while (await createLedgerQuerier(ctx, environment, budget)());
  expect((await findJoins(db, [id])).get(id)).toMatchObject({ gateway: "confirmed", matchedBy: "order" });
});
