// @module-tag long: sends hundreds of notifications.

import { fromAbsolute } from "@internationalized/date";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { listProfileRows } from "#lib/db/environments/gateway-profile.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { sandboxReadings } from "#lib/sandbox/settings.ts";
import type { ServiceContext } from "../../context.ts";
import { openProfile } from "../../profile/testing/profile-fixture.ts";
import { getNotification } from "../get-notification.ts";
import { confirmNotifications } from "../testing/confirm-notifications.ts";
import { createReconciledFixture, type ReconciledFixture } from "../testing/reconciled-fixture.ts";

const slugs = ["knigi-online", "corner-cafe"];
const slow = { meta: { slow: "Fills a store from a gateway of its own." } };

let fixture: ReconciledFixture | undefined;
afterEach(() => fixture?.drop());

async function open(reading: keyof typeof sandboxReadings): Promise<{ of: ReconciledFixture; ctx: ServiceContext }> {
  const of = await createReconciledFixture(slugs);
  fixture = of;
  await of.gateway.control({ method: "POST", name: "settings", body: sandboxReadings[reading] });
  return { of, ctx: { ...of.ctx(), ...(await openProfile(of, slugs)) } };
}

type Paid = { trnref: string; orderId: string };

async function receive(of: ReconciledFixture, slug: string, { trnref, orderId }: Paid): Promise<string> {
  return of.receive(slug, notifyEntries({ trnref, orderId, amount: "10.00", currency: "EUR" }));
}

async function follow(of: ReconciledFixture, ctx: ServiceContext): Promise<void> {
  await of.fold();
  await confirmNotifications(ctx, environment);
}

const learnedZone = async (of: ReconciledFixture) =>
  (await listProfileRows(of.store.db, environment)).find(({ question }) => question === "zone");

test("one notification contradicts the zone in use, and two that agree change it", slow, async () => {
  const { of, ctx } = await open("dates-in-utc-minus-5");
  const [first, second] = [await of.payOnline("knigi-online", 1000), await of.payOnline("knigi-online", 1000)];
  await receive(of, "knigi-online", first);
  await follow(of, ctx);
  const { rows } = await of.store.db.execute(sql`select rule, subject from alert`);
  expect(rows).toEqual([{ rule: "profile_contradicted", subject: "zone " }]);
  expect(await learnedZone(of)).toBeUndefined();
  await receive(of, "knigi-online", second);
  await follow(of, ctx);
  const learned = await learnedZone(of);
  expect(learned).toMatchObject({ source: "learned", merchant: "" });
  expect(learned?.evidence).toMatch(/^(notification received \d\d:\d\d:\d\dZ, date \d{4}-\d\d-\d\dT[\d:]{8}\n?){2}$/);
  const { zone } = await ctx.gateways.environment(environment);
  expect(fromAbsolute(Date.now(), zone).offset).toBe(-5 * 3_600_000);
});

test.each([
  ["dates-in-utc-plus-14", "knigi-online", "IPC_Trnref is the payment reference"],
  ["dates-in-utc-plus-14", "corner-cafe", "Same order, amount and currency within 48 hours"],
  ["dates-in-utc-minus-5", "corner-cafe", "Same order, amount and currency within 48 hours"],
] as const)("with %s the record of a notification of %s is found", slow, async (reading, slug, matchedBy) => {
  const { of, ctx } = await open(reading);
  const id = await receive(of, slug, await of.payOnline(slug, 1000));
  await follow(of, ctx);
  const { facts, transaction } = await getNotification(ctx, { environment, merchant: slug, id });
  expect(facts.gateway).toMatchObject({ state: "confirmed" });
  expect(transaction).toMatchObject({ matchedBy, agrees: true });
});
