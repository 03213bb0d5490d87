// @module-tag long: stores signed deliveries and runs a self-test.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "#lib/core/errors.ts";
import { recordAudit } from "#lib/db/audit/audit.ts";
import { findFirstGenuine } from "#lib/db/endpoints/go-live-facts.ts";
import { delivery, notifyCertificate } from "#lib/db/schema/notification.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { createSigner, notifyEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { createReceiveFixture, type ReceiveFixture } from "../notifications/testing/receive-fixture.ts";
import { getGoLive } from "./get-go-live.ts";
import { requireEndpoint } from "./require-endpoint.ts";
import { selfTestedAct } from "./run-self-test.ts";

let fixture: ReceiveFixture;
beforeAll(async () => {
  fixture = await createReceiveFixture(["fresh", "ready", "times", "again", "other"]);
});
afterAll(() => fixture.drop());

const at = (merchant: string) => ({ environment, merchant, id: fixture.endpointId(merchant) }) as const;
const sheetOf = (merchant: string, person = {}) => getGoLive(fixture.ctx(person), at(merchant));
const notify = (orderId: string) => notifyEntries({ orderId, trnref: orderId });
const selfTested = (merchant: string, detail: { passed: number; failed: number }) =>
  recordAudit(fixture.ctx(), {
    ...{ at: new Date(), staffId: fixture.ctx().staff.id, actor: fixture.ctx().staff.email },
    ...{ act: selfTestedAct, environment, merchant, target: fixture.endpointId(merchant), detail },
  });
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

test("a new endpoint lacks a self-test and a genuine notification, and a forgery is none", async () => {
  await fixture.receive("fresh", signedBody(notify("FORGED"), createSigner()));
  const sheet = await sheetOf("fresh", { role: "viewer" });
  expect(sheet).toMatchObject({ selfTest: null, firstGenuine: null, answers: { checked: 0, p50Ms: null, p95Ms: null } });
  expect(sheet.missing).toEqual(["self_test", "genuine"]);
  expect(sheet.madeBy).toBe(fixture.ctx().staff.email);
});

test("the last self-test counts, with who ran it, and nothing is missing once all is done", async () => {
  await selfTested("ready", { passed: 21, failed: 2 });
  const id = await fixture.receiveSigned("ready", notify("R1"));
  expect((await sheetOf("ready")).missing).toEqual(["self_test_failed"]);
  await selfTested("ready", { passed: 23, failed: 0 });
  const sheet = await sheetOf("ready");
  expect(sheet.missing).toEqual([]);
  expect(sheet.selfTest).toMatchObject({ passed: 23, failed: 0, by: fixture.ctx().staff.email });
  expect(sheet.firstGenuine).toMatchObject({ id, method: "IPCPurchaseNotify", answered: "200 OK" });
});

test("a certificate that ends within 30 days is missing unless another one lasts longer", async () => {
  const { db } = fixture.store;
  const own = eq(notifyCertificate.endpointId, fixture.endpointId("ready"));
  await db
    .update(notifyCertificate)
    .set({ validUntil: inMinutes(29 * 24 * 60) })
    .where(own);
  expect((await sheetOf("ready")).missing).toEqual(["certificate_ending"]);
  const { publicKeyPem } = createSigner();
  const second = { endpointId: fixture.endpointId("ready"), label: "next", publicKeyPem, fingerprint: "f2", addedBy: "x" };
  await db.insert(notifyCertificate).values(second);
  expect(await sheetOf("ready")).toMatchObject({ missing: [], certificatesEndAt: null });
  await db
    .update(notifyCertificate)
    .set({ endsAt: inMinutes(-1) })
    .where(own);
  expect(await sheetOf("ready")).toMatchObject({ missing: ["certificate"], certificatesEndAt: null });
});

test("percentiles are those of the genuine answers, and payments not answered OK are counted", async () => {
  const { db } = fixture.store;
  for (let number = 1; number <= 20; number += 1) {
    const id = await fixture.receiveSigned("times", notify(`T${number}`));
    await db
      .update(delivery)
      .set({ answerMs: number * 10, answerStatus: number > 18 ? 500 : 200 })
      .where(eq(delivery.id, id));
  }
  await fixture.receive("times", signedBody(notify("FORGED"), createSigner()));
  const { answers, missing } = await sheetOf("times");
  expect(answers).toEqual({ checked: 20, p50Ms: 105, p95Ms: 190.5, notConfirmed: 2 });
  expect(missing).toContain("not_confirmed");
});

test("the first genuine notification stays the first when it arrives again after others", async () => {
  const first = await fixture.receiveSigned("again", notify("A1"), { receivedAt: inMinutes(1) });
  await fixture.receiveSigned("again", notify("A2"), { receivedAt: inMinutes(2) });
  await fixture.receiveSigned("again", notify("A1"), { receivedAt: inMinutes(3) });
  const { endpoint } = await requireEndpoint(fixture.ctx(), at("again"));
  expect(await findFirstGenuine(fixture.store.db, endpoint)).toMatchObject({ id: first, receivedAt: inMinutesOf(first) });
  expect((await sheetOf("again")).firstGenuine?.id).toBe(first);
});

/** The time of an id of version 7. */
function inMinutesOf(id: string): unknown {
  const ms = Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
  return expect.toSatisfy((value: Date) => Math.abs(value.getTime() - ms) < 5);
}

test("another merchant's endpoint is not found", async () => {
  const wrong = getGoLive(fixture.ctx(), { ...at("other"), id: fixture.endpointId("again") });
  await expect(wrong).rejects.toThrow(AppError);
});
