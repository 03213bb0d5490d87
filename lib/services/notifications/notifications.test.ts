import { createHash } from "node:crypto";
import type { QueryConfig } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { createSigner, notifyEntries, rollbackEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { hidePersonal } from "#lib/privacy/hide-personal.ts";
import { getNotification } from "./get-notification.ts";
import { readRawBody } from "./internal/read-raw-body.ts";
import { listNotifications } from "./list-notifications.ts";
import { createReceiveFixture, type ReceiveFixture } from "./testing/receive-fixture.ts";

let fixture: ReceiveFixture;
beforeAll(async () => {
  fixture = await createReceiveFixture(["cafe", "hotel", "kiosk"]);
});
afterAll(() => fixture.drop());

const list = (merchant: string | null, input: Record<string, unknown> = {}, person = {}) =>
  listNotifications(fixture.ctx(person), { environment, merchant, input });
const show = (merchant: string, id: string, person = {}) => getNotification(fixture.ctx(person), { environment, merchant, id });
const code = (problem: unknown) => (problem as { code?: string }).code;

const personal = [
  ["CustomerEmail", "maria@example.org"],
  ["CustomerFamilyName", "Petrova"],
  ["CardToken", "a3f1".repeat(10)],
  ["CardBrand", "2"],
  ["LoyaltyTier", "gold"],
  ["Remark", "card 4111111111111111"],
] as const;

test("the log lists newest first, page by page, each once", async () => {
  for (let index = 0; index < 7; index++) await fixture.receiveSigned("kiosk", notifyEntries({ orderId: `PAGE${index}` }));
  const seen: (string | null)[] = [];
  let cursor: string | null = null;
  do {
    const page = await list("kiosk", { limit: "3", ...(cursor ? { cursor } : {}) });
    seen.push(...page.items.map(({ orderId }) => orderId));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual(["PAGE6", "PAGE5", "PAGE4", "PAGE3", "PAGE2", "PAGE1", "PAGE0"]);
});

test("it filters by verdict, method and time, and finds an order in any spelling", async () => {
  const at = new Date("2026-01-10T12:00:00Z");
  await fixture.receiveSigned("hotel", notifyEntries({ orderId: "HB-77 A" }), { receivedAt: at });
  await fixture.receiveSigned("hotel", rollbackEntries({ orderId: "HB-78" }));
  await fixture.receive("hotel", signedBody(notifyEntries({ orderId: "HB-79" }), createSigner()));
  const orders = async (input: Record<string, unknown>) => (await list("hotel", input)).items.map(({ orderId }) => orderId);
  expect(await orders({ verdict: "invalid" })).toEqual(["HB-79"]);
  expect(await orders({ method: "IPCPurchaseRollback" })).toEqual(["HB-78"]);
  expect(await orders({ from: "2026-01-10", to: "2026-01-10" })).toEqual(["HB-77 A"]);
  expect(await orders({ to: "2026-01-09" })).toEqual([]);
  expect(await orders({ q: "hb77" })).toEqual(["HB-77 A"]);
  expect(await orders({ q: "HB-79" })).toEqual(["HB-79"]);
});

test("the sender's address is shown, and hidden during a presentation, in the timeline too", async () => {
  const id = await fixture.receiveSigned("kiosk", notifyEntries({ orderId: "SENDER" }));
  expect((await show("kiosk", id)).timeline.map(({ text }) => text)).toContain("Received from 192.0.2.7");
  const presented = hidePersonal(await show("kiosk", id, { isPresenting: true }));
  expect(JSON.stringify(presented)).not.toContain("192.0.2.7");
  expect(presented.timeline.map(({ text }) => text)).toContain("Received");
});

test("an invalid one includes its reasons and our response", async () => {
  await fixture.receive("cafe", signedBody(notifyEntries({ orderId: "FORGED" }), createSigner()));
  const [row] = (await list("cafe", { q: "FORGED" })).items;
  expect(row).toMatchObject({ verdict: "invalid", reasons: ["signature"], answered: { status: 400, body: "invalid", ms: 1.5 } });
});

test("a list over all merchants contains only those this account may see", async () => {
  const slugs = async (person: object) =>
    new Set((await list(null, { limit: "500" }, person)).items.map(({ merchant }) => merchant));
  expect(await slugs({})).toEqual(new Set(["cafe", "hotel", "kiosk"]));
  expect(await slugs({ merchants: [`${environment}/kiosk`] })).toEqual(new Set(["kiosk"]));
});

test("wrong filters and cursors are named", async () => {
  const field = async (input: Record<string, unknown>) => {
    const problem = await list("cafe", input).catch((thrown: unknown) => thrown);
    return (problem as { fields?: { field: string }[] }).fields?.[0]?.field;
  };
  expect(await field({ verdict: "great" })).toBe("verdict");
  expect(await field({ limit: "0" })).toBe("limit");
  expect(await field({ from: "yesterday" })).toBe("from");
  expect(await field({ cursor: "nonsense" })).toBe("cursor");
});

test("the detail shows every field in received order, codes with meanings, unknown ones marked, personal ones masked", async () => {
  const id = await fixture.receiveSigned("cafe", notifyEntries({ orderId: "DETAIL" }, personal));
  const detail = await show("cafe", id);
  const field = (name: string) => detail.fields.find((item) => item.name === name);
  expect(detail.fields.map(({ name }) => name)).toEqual([...notifyEntries({}, personal).map(([name]) => name), "Signature"]);
  expect(field("CardBrand")).toMatchObject({ meaning: "VISA", known: true });
  expect(field("LoyaltyTier")).toMatchObject({ value: "gold", known: false, masked: false });
  expect(field("CustomerEmail")).toMatchObject({ masked: true });
  expect(detail).toMatchObject({
    state: "paid",
    verdict: "valid",
    working: { firstDifference: null, verifiedBy: { label: "Public key" } },
  });
  const text = JSON.stringify(detail);
  for (const secret of ["maria@", "Petrova", "a3f1a3f1", "4111111111111111"]) expect(text).not.toContain(secret);
});

test("the verification steps show the signed text, its field order, and the first difference", async () => {
  const entries = notifyEntries({ orderId: "WORKING" });
  const renamed = signedBody(entries, fixture.signer).replace("Amount=", "Tip=");
  const id = await fixture.receive("cafe", renamed);
  const { working, reasons, state } = await show("cafe", id);
  expect([reasons, state]).toEqual([["layout"], null]);
  expect(working.receivedOrder.slice(0, 3)).toEqual(["IPCmethod", "SID", "Tip"]);
  expect(working.signedText).toBe(entries.map(([, value]) => String(value)).join("-"));
  expect(working.firstDifference).toContain('Field 3 must be Amount; received "Tip"');
  expect(working.sha256).toBe(createHash("sha256").update(renamed).digest("hex"));
});

test("other deliveries of the order are listed, and a rollback reverses it", async () => {
  const id = await fixture.receiveSigned("cafe", notifyEntries({ orderId: "BACK", trnref: "1" }));
  await fixture.receiveSigned("cafe", rollbackEntries({ orderId: "BACK" }));
  const repeated = await fixture.receiveSigned("cafe", notifyEntries({ orderId: "BACK", trnref: "2" }));
  const detail = await show("cafe", id);
  expect(detail.state).toBe("reversed");
  expect(detail.deliveries.map(({ method }) => method)).toEqual(["IPCPurchaseRollback", "IPCPurchaseNotify"]);
  expect((await show("cafe", repeated)).state).toBe("contested");
});

test("the body byte for byte is for support and admin, with an audit row", async () => {
  const body = signedBody(notifyEntries({ orderId: "RAW" }, personal), fixture.signer);
  const id = await fixture.receive("cafe", body);
  const read = (person: object) => readRawBody(fixture.ctx(person), { environment, merchant: "cafe", id, reason: "ticket 7" });
  await expect(read({ role: "viewer" })).rejects.toSatisfy((problem) => code(problem) === "forbidden");
  expect((await read({ role: "support" })).toString()).toBe(body);
  const rows = await readAudit(fixture.ctx());
  expect(rows.filter(({ target }) => target === id)).toMatchObject([
    { act: "notification.raw_read", merchant: "cafe", detail: { reason: "ticket 7" } },
  ]);
});

test("a rejected one has the verified reversal of its order, unless a paid attempt came after it", async () => {
  const at = (minute: number) => ({ receivedAt: new Date(Date.parse("2026-02-03T10:00:00Z") + minute * 60_000) });
  const signed = signedBody(notifyEntries({ orderId: "BACK1", amount: "42.00" }), fixture.signer);
  const id = await fixture.receive("cafe", signed.replace("Amount=42.00", "Amount=0.01"), at(0));
  expect(await show("cafe", id)).toMatchObject({ verdict: "invalid", amountMinor: 1, givenBack: null });
  // Attack: an unsigned reversal is none.
  await fixture.receive("cafe", "IPCmethod=IPCPurchaseRollback&OrderID=BACK1&Signature=x", at(1));
  expect((await show("cafe", id)).givenBack).toBeNull();
  await fixture.receiveSigned("cafe", rollbackEntries({ orderId: "BACK1", amount: "42.00" }), at(2));
  const givenBack = { at: at(2).receivedAt.toISOString(), amountMinor: 4_200, currency: "EUR" };
  expect((await show("cafe", id)).givenBack).toEqual(givenBack);
  const { items } = await list("cafe", { q: "BACK1", verdict: "invalid" });
  expect(items.find((item) => item.id === id)?.givenBack).toEqual(givenBack);
  // Another message after the reversal may be of another attempt.
  const later = await fixture.receive("cafe", "IPCmethod=IPCPurchaseNotify&OrderID=BACK1&Signature=y", at(3));
  expect((await show("cafe", later)).givenBack).toBeNull();
  await fixture.receiveSigned("cafe", notifyEntries({ orderId: "BACK1", trnref: "BACK1" }), at(4));
  expect((await show("cafe", id)).givenBack).toBeNull();
});

test("another merchant's notification is not found, nor is an invalid id", async () => {
  const id = await fixture.receiveSigned("hotel", notifyEntries({ orderId: "MINE" }));
  for (const [merchant, wanted, person] of [
    ["cafe", id, {}],
    ["hotel", "nonsense", {}],
    ["hotel", id, { merchants: [`${environment}/cafe`] }],
  ] as const) {
    await expect(show(merchant, wanted, person)).rejects.toSatisfy((problem) => code(problem) === "not_found");
  }
});

test("a page of payments of which nothing was given back asks for their transactions once", async () => {
  await fixture.receiveSigned("kiosk", notifyEntries({ orderId: "KEPT", trnref: "KEPT" }));
  const statements = vi.spyOn(fixture.store.pool, "query");
  expect((await list("kiosk")).items.length).toBeGreaterThan(0);
  const texts = statements.mock.calls.map(([query]) =>
    typeof query === "string" ? query : (query as unknown as QueryConfig).text,
  );
  statements.mockRestore();
  expect(texts.filter((asked) => asked.includes('"transaction"'))).toHaveLength(1);
});
