import { afterAll, beforeAll, expect, test } from "vitest";
import { environment } from "../../mirror/testing/test-desk.ts";
import { notifyEntries, rollbackEntries } from "../../notify/testing/sign.ts";
import { findJoins } from "../../store/ledger-joins.ts";
import { createLedgerAsker } from "./ask-ledgers.ts";
import { getNotification } from "./get-notification.ts";
import { joinStored } from "./join-stored.ts";
import { createJoinedDesk, type JoinedDesk } from "./testing/joined-desk.ts";

const slugs = ["corner-cafe", "knigi-online", "moda-ritorni"];

let desk: JoinedDesk;
beforeAll(async () => {
  desk = await createJoinedDesk(slugs);
});
afterAll(() => desk.drop());

test("what a Rollback made of a payment while its ledger was asked is looked for again", async () => {
  const { db, gateways } = desk.ctx();
  const orderId = "taken-back-meanwhile";
  const id = await desk.receive("corner-cafe", notifyEntries({ trnref: "626263", orderId }));
  await desk.fold();
  await joinStored(desk.ctx());
  const takeBack = async () => {
    await desk.receive("corner-cafe", rollbackEntries({ orderId }));
    await desk.fold();
  };
  const environmentAfter = async (name: typeof environment) => {
    await takeBack();
    return gateways.environment(name);
  };
  const ask = createLedgerAsker({ ...desk.ctx(), gateways: { ...gateways, environment: environmentAfter } }, environment);
  expect(await ask()).toBe(true);
  const join = (await findJoins(db, [id])).get(id);
  expect(join).toMatchObject({ attempt: "reversed", tries: 0, asks: false });
  expect(join?.nextAt?.getTime()).toBeLessThanOrEqual(Date.now());
  await joinStored(desk.ctx());
  while (await createLedgerAsker(desk.ctx(), environment)());
});

test("one merchant is asked at a time, each in its turn, and one that hangs holds up no other", async () => {
  const received = new Map<string, string>();
  for (const slug of slugs) {
    for (const orderId of [`${slug}-1`, `${slug}-2`]) {
      received.set(orderId, await desk.receive(slug, notifyEntries({ trnref: "626262", orderId })));
    }
  }
  await desk.fold();
  const ctx = desk.ctx();
  expect(await joinStored(ctx)).toBe(false);
  const countWaiting = async () => {
    const details = [...received].map(([orderId, id]) =>
      getNotification(ctx, { environment, merchant: orderId.slice(0, -2), id }),
    );
    return (await Promise.all(details)).filter(({ facts }) => facts.gateway?.state === "waiting").length;
  };
  expect(await countWaiting()).toBe(6);

  const hanging = Promise.withResolvers<void>();
  let opened = 0;
  const ask = createLedgerAsker(
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
  );
  const first = ask();
  await expect.poll(() => opened).toBe(1);
  expect([await ask(), await ask(), await ask()]).toEqual([true, true, false]);
  expect(await countWaiting()).toBe(2);
  hanging.resolve();
  expect(await first).toBe(true);
  expect(await countWaiting()).toBe(0);
});
