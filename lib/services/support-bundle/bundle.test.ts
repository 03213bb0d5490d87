import { afterAll, beforeAll, expect, test } from "vitest";
import { insertCalls, type NewGatewayCall } from "#lib/db/gateway-calls/gateway-calls.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { createNote } from "../notes/write-note.ts";
import { createReconciledFixture, type ReconciledFixture } from "../notifications/testing/reconciled-fixture.ts";
import { listMerchantTransactions } from "../transactions/list-transactions.ts";
import { createSupportBundle } from "./make-bundle.ts";
import { withoutPersonal } from "./without-personal.ts";

/** Names the state and the card; the real texts are read by the handler. */
const texts = (key: string, values: Record<string, string> = {}) =>
  key.startsWith("sentence") ? `${key} ${values.amount}.` : key;
const place = { environment, merchant: "knigi-online" } as const;
let fixture: ReconciledFixture;
let trnref: string;
beforeAll(async () => {
  fixture = await createReconciledFixture(["knigi-online"]);
  const paid = await fixture.payOnline("knigi-online", 4321);
  trnref = paid.trnref;
  const personal = [
    ["CustomerEmail", "maria.petrova@customer.example"],
    ["CustomerPhone", "+359888123456"],
    ["CustomerFamilyName", "Petrova"],
    ["CardToken", "c2VjcmV0LWNhcmQtdG9rZW4="],
    ["NewField", "4111111111111111 | [x](http://evil.example) <b>"],
  ] as const;
  await fixture.receive("knigi-online", notifyEntries({ ...paid, amount: "43.21", currency: "EUR" }, personal));
  await listMerchantTransactions(fixture.ctx(), { ...place, input: {} });
  await fixture.follow();
});
afterAll(() => fixture.drop());

const make = (format: "md" | "json", ctx = fixture.ctx()) =>
  createSupportBundle(ctx, { ...place, input: { reference: trnref, format }, texts });

test("the bundle contains the payment, its notification and the times of all events, in order", async () => {
  const { text, fileName, contentType } = await make("json");
  const bundle = JSON.parse(text);
  expect(fileName).toBe(`ticket-knigi-online-${trnref}.json`);
  expect(contentType).toContain("application/json");
  expect(bundle).toMatchObject({ environment, merchant: "knigi-online", subject: { reference: trnref } });
  expect(bundle.transaction.rows).toEqual(expect.arrayContaining([expect.objectContaining({ reference: trnref })]));
  expect(bundle.notifications).toEqual([expect.objectContaining({ method: "IPCPurchaseNotify", verdict: "valid" })]);
  const times = bundle.timings.map(({ at }: { at: string }) => Date.parse(at));
  expect(times).toEqual(times.toSorted((one: number, other: number) => one - other));
  expect(bundle.timings.map(({ what }: { what: string }) => what).join("\n")).toMatch(/Ledger: [\s\S]*answered 200 OK/);
  expect(bundle.timings[0].afterMs).toBe(0);
});

test.each(["md", "json"] as const)("nothing personal, no card number, no token and no body is in it: %s", async (format) => {
  const { text } = await make(format);
  for (const secret of ["maria.petrova", "888123456", "Petrova", "c2VjcmV0", "4111111111111111", "maskedBody", "peer"]) {
    expect(text).not.toContain(secret);
  }
});

test.each(["md", "json"] as const)("nothing that somebody typed is in it: %s", async (format) => {
  const ctx = fixture.ctx();
  await createNote(ctx, { ...place, input: { reference: trnref, text: "Ana Petrova of Vitosha 5 called" } });
  expect((await make(format)).text).not.toMatch(/Petrova|Vitosha/);
  const typed = {
    fields: [
      { label: "Description", value: "for Ana", reason: "field_description" },
      { label: "guest", value: "Ana" },
      { label: "Status", value: "Success" },
    ],
    ...{ extra: { guest: "Ana" }, description: "for Ana", history: [{ text: "Ana called" }], tags: ["Ana"] },
    refunds: [{ paymentId: "p-2", description: "for Ana" }],
  };
  expect(withoutPersonal(typed)).toEqual({ fields: [{ label: "Status", value: "Success" }], refunds: [{ paymentId: "p-2" }] });
});

test("it begins with the sentence of the page", async () => {
  expect((await make("md")).text).toMatch(/^sentence\.paid 43\.21 EUR\.\n\n# /);
  expect(Object.entries(JSON.parse((await make("json")).text))[0]).toEqual(["summary", "sentence.paid 43.21 EUR."]);
});

test("a bundle of a notification has its payment, and one of an unverified notification at least itself", async () => {
  const { notifications } = JSON.parse((await make("json")).text);
  const id: string = notifications[0].id;
  const ofNotification = async (notification: string) =>
    JSON.parse((await createSupportBundle(fixture.ctx(), { ...place, input: { notification, format: "json" }, texts })).text);
  const bundle = await ofNotification(id);
  expect(bundle).toMatchObject({
    subject: { notification: id },
    transaction: { reference: trnref },
    summary: expect.any(String),
  });
  expect(bundle.notifications.map((item: { id: string }) => item.id)).toEqual([id]);
  const entries = notifyEntries({ trnref: "999999", orderId: "NOBODY", amount: "1.00", currency: "EUR" });
  const alone = await fixture.receive("knigi-online", entries, { verdict: "invalid" });
  expect(await ofNotification(alone)).toMatchObject({ transaction: null, notifications: [{ id: alone }] });
});

test("received text cannot start markup in the ticket", async () => {
  const { text, contentType } = await make("md");
  expect(contentType).toContain("text/markdown");
  expect(text).toContain(`# ${trnref}`);
  expect(text).toContain("## What happened when");
  expect(text).toContain("\\[x\\](http://evil.example)");
  expect(text).not.toMatch(/(?<!\\)<b/);
  for (const line of text.split("\n").filter((item) => item.startsWith("| "))) {
    expect(line.replaceAll("\\|", "").split("|").length).toBeGreaterThan(2);
  }
});

test("it has the merchant's calls to the gateway, however many others were made since", async () => {
  const now = fixture.ctx().clock.now();
  const { id: merchantId } = await fixture.merchant("knigi-online");
  const call: NewGatewayCall = {
    ...{ at: new Date(now - 60_000), merchantId, paymentId: null, calls: 1, ms: 5, status: 200, attempt: 1, environment },
    ...{ method: "GET", path: "/the-merchants-own", process: "test", failure: null, problem: null, reference: null },
  };
  const others = Array.from({ length: 501 }, () => ({ ...call, at: new Date(now), merchantId: null, path: "/oauth/token" }));
  await insertCalls(fixture.store.db, [call, ...others]);
  const { calls } = JSON.parse((await make("json")).text);
  expect(calls).toContainEqual(expect.objectContaining({ path: "/the-merchants-own" }));
});

test("a viewer gets it without the calls; an unknown payment has none", async () => {
  expect(JSON.parse((await make("json", fixture.ctx({ role: "viewer" }))).text).calls).toEqual([]);
  await expect(createSupportBundle(fixture.ctx(), { ...place, texts, input: { payment: "no-such" } })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(createSupportBundle(fixture.ctx(), { ...place, texts, input: {} })).rejects.toMatchObject({
    code: "invalid_input",
  });
  const stranger = fixture.ctx({ role: "viewer", merchants: [] });
  await expect(make("md", stranger)).rejects.toMatchObject({ code: "not_found" });
});
