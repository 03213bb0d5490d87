import { afterAll, beforeAll, expect, test } from "vitest";
import { environment } from "../../mirror/testing/test-desk.ts";
import { notifyEntries } from "../../notify/testing/sign.ts";
import { confirmNotifications } from "./confirm-notifications.ts";
import { getNotification } from "./get-notification.ts";
import { createJoinedDesk, type JoinedDesk } from "./testing/joined-desk.ts";

const slugs = ["corner-cafe", "knigi-online", "moda-ritorni", "sakura-travel", "taxi-athina", "zum-anker"];

let desk: JoinedDesk;
beforeAll(async () => {
  desk = await createJoinedDesk(slugs);
});
afterAll(() => desk.drop());

test("a round of slow gateways ends, and whom it did not come to is asked in the next", async () => {
  const received = new Map<string, string>();
  for (const slug of slugs) received.set(slug, await desk.receive(slug, notifyEntries({ trnref: "626262", orderId: slug })));
  const ctx = desk.ctx();
  let takenMs = 0;
  const slow = {
    ...ctx,
    clock: { ...ctx.clock, now: () => ctx.clock.now() + takenMs },
    gateways: {
      ...ctx.gateways,
      environment: (id: typeof environment) => {
        takenMs += 60_000;
        return ctx.gateways.environment(id);
      },
    },
  };
  const countWaiting = async () => {
    const details = [...received].map(([merchant, id]) => getNotification(ctx, { environment, merchant, id }));
    return (await Promise.all(details)).filter(({ facts }) => facts.gateway?.state === "waiting").length;
  };
  await desk.fold();
  await confirmNotifications(slow);
  expect(await countWaiting()).toBe(2);
  await confirmNotifications(slow);
  expect(await countWaiting()).toBe(0);
});
