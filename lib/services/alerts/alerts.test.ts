import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { raiseAlert } from "#lib/db/alerts/alerts.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { setMerchantGroup } from "../merchants/merchant-groups.ts";
import { listNotifications } from "../notifications/list-notifications.ts";
import { createReceiveFixture, type ReceiveFixture } from "../notifications/testing/receive-fixture.ts";
import { acknowledgeAlert, resolveAlert } from "./change-alert.ts";
import { commentAlert } from "./comment-alert.ts";
import { listAlerts } from "./list-alerts.ts";

let fixture: ReceiveFixture;
beforeAll(async () => {
  fixture = await createReceiveFixture(["corner-cafe", "bakery"]);
});
afterAll(() => fixture.drop());

const refuse = (slug: string, orderId: string) => fixture.receiveSigned(slug, notifyEntries({ orderId, amount: "200,00" }));
const list = (status?: string, ctx = fixture.ctx()) => listAlerts(ctx, { environment, input: { status } });
const findOpen = async (merchant: string) => {
  const found = (await list("open")).items.find((item) => item.merchant === merchant);
  if (!found) throw new Error(`no open alert of ${merchant}`);
  return found;
};
const ofBakery = (role: "viewer" | "support" | "admin" = "admin") => fixture.ctx({ role, merchants: [`${environment}/bakery`] });

test("genuine notifications that our rules reject raise one alert for each endpoint, with a link to them", async () => {
  await refuse("corner-cafe", "A-1");
  await refuse("corner-cafe", "A-2");
  await refuse("corner-cafe", "A-2");
  await fixture.receive("corner-cafe", "IPCmethod=IPCPurchaseNotify&Signature=x");
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
  const page = await listNotifications(fixture.ctx(), {
    environment,
    merchant: "corner-cafe",
    input: { flag: "genuine_refused" },
  });
  const rule = "Amount must be digits, with a point before its decimals.";
  expect(page.items.map(({ orderId, seen, rejection }) => [orderId, seen, rejection])).toEqual([
    ["A-2", 2, rule],
    ["A-1", 1, rule],
  ]);
});

test("an acknowledged alert keeps counting, a resolved one is opened anew; each action is audited once", async () => {
  const { id } = await findOpen("corner-cafe");
  for (let n = 0; n < 2; n++) {
    expect(await acknowledgeAlert(fixture.ctx({ role: "support" }), { environment, id })).toMatchObject({
      status: "acknowledged",
    });
  }
  const [{ changedAt, acknowledgedAt } = {}] = (await list("acknowledged")).items;
  expect([acknowledgedAt !== undefined, acknowledgedAt]).toEqual([true, changedAt]);
  await refuse("corner-cafe", "A-3");
  expect((await list("acknowledged")).items).toMatchObject([{ id, count: 4, status: "acknowledged" }]);
  expect((await list()).open).toBe(1);
  for (let n = 0; n < 2; n++) {
    expect(await resolveAlert(fixture.ctx(), { environment, id })).toMatchObject({ status: "resolved" });
  }
  await expect(acknowledgeAlert(fixture.ctx(), { environment, id })).rejects.toMatchObject({ code: "conflict" });
  await refuse("corner-cafe", "A-4");
  const reopened = await findOpen("corner-cafe");
  expect([reopened.id === id, reopened.count]).toEqual([false, 1]);
  expect((await list("resolved")).items).toMatchObject([{ id, count: 4 }]);
  const audited = (await readAudit(fixture.ctx())).filter(({ act }) => act.startsWith("alert."));
  expect(audited.map(({ act, target, merchant }) => [act, target, merchant])).toEqual([
    ["alert.acknowledged", id, "corner-cafe"],
    ["alert.resolved", id, "corner-cafe"],
  ]);
});

test("shows who changed an alert and what they wrote, and only one merchant's when asked", async () => {
  const { id } = await findOpen("corner-cafe");
  const comment = (text: string, ctx = fixture.ctx({ role: "support" })) =>
    commentAlert(ctx, { environment, id, input: { text } });
  expect(await comment("Called them. Card 4111 1111 1111 1111")).toMatchObject({
    comment: expect.stringMatching(/^Called them\. Card (?!.*4111 1111 1111 1111)/),
    commentedBy: "admin@desk.example",
  });
  const other = (await list("resolved")).items[0];
  expect(other?.acknowledgedAt).not.toBe(other?.changedAt);
  expect([other?.acknowledgedBy, other?.resolvedBy]).toEqual(["admin@desk.example", "admin@desk.example"]);
  expect((await list("open", fixture.ctx({ isPresenting: true }))).items.find((item) => item.id === id)?.comment).toBe("•••");
  await expect(comment("", fixture.ctx({ role: "viewer" }))).rejects.toMatchObject({ code: "forbidden" });
  await expect(comment("", ofBakery())).rejects.toMatchObject({ code: "not_found" });
  await expect(comment("x".repeat(501))).rejects.toMatchObject({ code: "invalid_input" });
  expect((await comment("")).comment).toBeUndefined();
  const ofOne = (merchant: string, ctx = fixture.ctx()) => listAlerts(ctx, { environment, input: { merchant } });
  expect((await ofOne("bakery")).items.map(({ merchant }) => merchant)).toEqual(["bakery"]);
  await setMerchantGroup(fixture.ctx(), { environment, input: { merchants: ["bakery"], group: "Bread" } });
  const ofGroup = (group: string) => listAlerts(fixture.ctx(), { environment, input: { group } });
  expect((await ofGroup("bread")).items.map(({ merchant }) => merchant)).toEqual(["bakery"]);
  expect((await ofGroup("-")).items.every(({ merchant }) => merchant === "corner-cafe")).toBe(true);
  await expect(ofOne("corner-cafe", ofBakery())).rejects.toMatchObject({ code: "not_found" });
});

test("an account limited to some merchants sees and changes only their alerts", async () => {
  const own = { environment, merchantId: null, rule: "spool_in_use" as const, subject: "", at: new Date(), count: 1 };
  await raiseAlert(fixture.store.db, own);
  expect((await list("open")).items.some(({ rule, merchant }) => rule === "spool_in_use" && merchant === undefined)).toBe(true);
  const { items, open } = await list("open", ofBakery());
  expect([items.map(({ merchant }) => merchant), open]).toEqual([["bakery"], 1]);
  const { id } = await findOpen("corner-cafe");
  for (const wrong of [id, randomUUID(), "no uuid"]) {
    await expect(resolveAlert(ofBakery(), { environment, id: wrong })).rejects.toMatchObject({ code: "not_found" });
  }
  expect((await findOpen("corner-cafe")).id).toBe(id);
});

test("a viewer sees alerts and changes none; an unknown status is refused", async () => {
  expect((await list("open", ofBakery("viewer"))).items).toHaveLength(1);
  const { id } = await findOpen("bakery");
  await expect(acknowledgeAlert(ofBakery("viewer"), { environment, id })).rejects.toMatchObject({ code: "forbidden" });
  await expect(list("closed")).rejects.toMatchObject({ code: "invalid_input" });
});
