import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environment } from "../../mirror/testing/test-desk.ts";
import { notifyEntries } from "../../notify/testing/sign.ts";
import { raiseAlert } from "../../store/alerts.ts";
import { readAudit } from "../../store/testing/read-audit.ts";
import { listNotifications } from "../notifications/list-notifications.ts";
import { createReceiveDesk, type ReceiveDesk } from "../notifications/testing/receive-desk.ts";
import { acknowledgeAlert, resolveAlert } from "./change-alert.ts";
import { listAlerts } from "./list-alerts.ts";

let desk: ReceiveDesk;
beforeAll(async () => {
  desk = await createReceiveDesk(["corner-cafe", "bakery"]);
});
afterAll(() => desk.drop());

const refuse = (slug: string, orderId: string) => desk.receiveSigned(slug, notifyEntries({ orderId, amount: "200,00" }));
const list = (status?: string, ctx = desk.ctx()) => listAlerts(ctx, { environment, input: { status } });
const findOpen = async (merchant: string) => {
  const found = (await list("open")).items.find((item) => item.merchant === merchant);
  if (!found) throw new Error(`no open alert of ${merchant}`);
  return found;
};
const ofBakery = (role: "viewer" | "support" | "admin" = "admin") => desk.ctx({ role, merchants: [`${environment}/bakery`] });

test("genuine notifications that our rules refuse raise one alert for each endpoint, which leads to them", async () => {
  await refuse("corner-cafe", "A-1");
  await refuse("corner-cafe", "A-2");
  await refuse("corner-cafe", "A-2");
  await desk.receive("corner-cafe", "IPCmethod=IPCPurchaseNotify&Signature=x");
  await refuse("bakery", "B-1");
  const { items, open } = await list("open");
  expect(open).toBe(2);
  expect(items.map(({ merchant, count, rule, notKept }) => [merchant, rule, count, notKept])).toEqual([
    ["bakery", "genuine_refused", 1, 0],
    ["corner-cafe", "genuine_refused", 3, 0],
  ]);
  const { href, openedAt, lastSeenAt } = await findOpen("corner-cafe");
  expect(href).toBe(`/${environment}/corner-cafe/notifications?flag=genuine_refused`);
  expect(openedAt <= lastSeenAt).toBe(true);
  const page = await listNotifications(desk.ctx(), { environment, merchant: "corner-cafe", input: { flag: "genuine_refused" } });
  const rule = "Amount must be digits, with a point before its decimals.";
  expect(page.items.map(({ orderId, seen, rejection }) => [orderId, seen, rejection])).toEqual([
    ["A-2", 2, rule],
    ["A-1", 1, rule],
  ]);
});

test("acknowledged it counts on, resolved it opens anew; each is audited once", async () => {
  const { id } = await findOpen("corner-cafe");
  for (let n = 0; n < 2; n++) {
    expect(await acknowledgeAlert(desk.ctx({ role: "support" }), { environment, id })).toMatchObject({ status: "acknowledged" });
  }
  await refuse("corner-cafe", "A-3");
  expect((await list("acknowledged")).items).toMatchObject([{ id, count: 4, status: "acknowledged" }]);
  expect((await list()).open).toBe(1);
  for (let n = 0; n < 2; n++) {
    expect(await resolveAlert(desk.ctx(), { environment, id })).toMatchObject({ status: "resolved" });
  }
  await expect(acknowledgeAlert(desk.ctx(), { environment, id })).rejects.toMatchObject({ code: "conflict" });
  await refuse("corner-cafe", "A-4");
  const again = await findOpen("corner-cafe");
  expect([again.id === id, again.count]).toEqual([false, 1]);
  expect((await list("resolved")).items).toMatchObject([{ id, count: 4 }]);
  const acts = (await readAudit(desk.ctx())).filter(({ act }) => act.startsWith("alert."));
  expect(acts.map(({ act, target, merchant }) => [act, target, merchant])).toEqual([
    ["alert.acknowledged", id, "corner-cafe"],
    ["alert.resolved", id, "corner-cafe"],
  ]);
});

test("somebody with a list of merchants sees and changes only alerts of these", async () => {
  const own = { environment, merchantId: null, rule: "spool_in_use" as const, subject: "", at: new Date(), count: 1 };
  await raiseAlert(desk.store.db, own);
  expect((await list("open")).items.some(({ rule, merchant }) => rule === "spool_in_use" && merchant === undefined)).toBe(true);
  const { items, open } = await list("open", ofBakery());
  expect([items.map(({ merchant }) => merchant), open]).toEqual([["bakery"], 1]);
  const { id } = await findOpen("corner-cafe");
  for (const wrong of [id, randomUUID(), "no uuid"]) {
    await expect(resolveAlert(ofBakery(), { environment, id: wrong })).rejects.toMatchObject({ code: "not_found" });
  }
  expect((await findOpen("corner-cafe")).id).toBe(id);
});

test("a viewer sees alerts and changes none; a status that is none is refused", async () => {
  expect((await list("open", ofBakery("viewer"))).items).toHaveLength(1);
  const { id } = await findOpen("bakery");
  await expect(acknowledgeAlert(ofBakery("viewer"), { environment, id })).rejects.toMatchObject({ code: "forbidden" });
  await expect(list("closed")).rejects.toMatchObject({ code: "invalid_input" });
});
