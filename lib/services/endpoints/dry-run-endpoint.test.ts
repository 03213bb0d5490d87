// @module-tag long: each test stores and verifies several signed deliveries.
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listCertificates } from "#lib/db/endpoints/endpoints.ts";
import { listRecentIds } from "#lib/db/endpoints/recent-deliveries.ts";
import { delivery, notifyCertificate } from "#lib/db/schema/notification.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { createSigner, type Entry, notifyEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { createReceiveFixture, type ReceiveFixture } from "../notifications/testing/receive-fixture.ts";
import { changeEndpoint } from "./change-endpoint.ts";
import { dryRunEndpoint } from "./dry-run-endpoint.ts";

const slugs = ["rotated", "only", "added", "order", "flood", "gone", "quiet"];
const withStore = ["IPCmethod", "SID", "StoreID", "Amount", "Currency", "OrderID"];
let fixture: ReceiveFixture;
beforeAll(async () => {
  fixture = await createReceiveFixture(slugs);
});
afterAll(() => fixture.drop());

const at = (merchant: string) => ({ environment, merchant, id: fixture.endpointId(merchant) }) as const;
const dryRun = (merchant: string, input: object, person = {}) => dryRunEndpoint(fixture.ctx(person), { ...at(merchant), input });
const forwarder = { wake: () => {}, checkTarget: async () => ({ url: "" }) };
const change = (merchant: string, input: object) =>
  changeEndpoint(fixture.ctx(), { ...at(merchant), input: { ...input, name: merchant }, forwarder });
const keysOf = async (merchant: string) => listCertificates(fixture.store.db, [fixture.endpointId(merchant)]);
const day = (number: number) => new Date(`2026-03-0${number}T10:00:00Z`);
const notify = (orderId: string) => notifyEntries({ orderId, trnref: orderId });
const rowsOf = (merchant: string) =>
  fixture.store.db
    .select()
    .from(delivery)
    .where(eq(delivery.endpointId, fixture.endpointId(merchant)))
    .orderBy(delivery.seq);

test("ending a key says how many would verify, which would not and since when, and changes nothing", async () => {
  const next = createSigner();
  await change("rotated", { addCertificates: [next.publicKeyPem] });
  const [old, current] = await keysOf("rotated");
  const first = await fixture.receiveSigned("rotated", notify("R1"), { receivedAt: day(1) });
  const second = await fixture.receiveSigned("rotated", notify("R2"), { receivedAt: day(2) });
  for (const number of [4, 5, 6]) {
    await fixture.receive("rotated", signedBody(notify(`R${number}`), next), { receivedAt: day(number) });
  }
  const [rows, audit] = [await rowsOf("rotated"), await readAudit(fixture.ctx())];
  const end = (id = "", now = day(9)) => dryRun("rotated", { endCertificates: [{ id, at: now.toISOString() }] });
  const result = await end(old?.id);
  expect(result).toMatchObject({ checked: 5, validNow: 5, validAfter: 3, lost: 2, gained: 0, isNewestLost: false });
  expect(result.others).toEqual({
    ...{ count: 2, firstAt: day(1).toISOString(), lastAt: day(2).toISOString(), isOlder: true },
  });
  expect(result.firstValidAt).toBe(day(4).toISOString());
  expect(result.items.map(({ id, now, after, reasons }) => [id, now, after, reasons])).toEqual([
    [second, "valid", "invalid", ["signature"]],
    [first, "valid", "invalid", ["signature"]],
  ]);
  expect(await end(current?.id)).toMatchObject({ validAfter: 2, lost: 3, isNewestLost: true, others: { isOlder: false } });
  expect(await rowsOf("rotated")).toEqual(rows);
  expect(await readAudit(fixture.ctx())).toEqual(audit);
  expect(await keysOf("rotated")).toMatchObject([{ endsAt: null }, { endsAt: null }]);
});

test("what a dry run promises is what the receiver does once the change is made", async () => {
  const [old] = await keysOf("rotated");
  await fixture.store.db
    .update(notifyCertificate)
    .set({ endsAt: day(9) })
    .where(eq(notifyCertificate.id, old?.id ?? ""));
  expect(await dryRun("rotated", {})).toMatchObject({ checked: 5, validNow: 3, validAfter: 3, lost: 0, gained: 0, items: [] });
  const again = { endCertificates: [{ id: old?.id, at: null }] };
  expect(await dryRun("rotated", again)).toMatchObject({ validNow: 3, validAfter: 5, gained: 2 });
});

test("without the only key that verifies, nothing can be checked any more", async () => {
  await fixture.receiveSigned("only", notify("O1"));
  const [key] = await keysOf("only");
  const result = await dryRun("only", { endCertificates: [{ id: key?.id, at: new Date().toISOString() }] });
  expect(result).toMatchObject({ checked: 1, validNow: 1, validAfter: 0, isNewestLost: true, firstValidAt: null });
  expect(result.items).toMatchObject([{ after: "not_checkable", reasons: [] }]);
});

test("an end in the future counts what else has ended by then", async () => {
  const next = createSigner();
  await change("only", { addCertificates: [next.publicKeyPem] });
  const [key, other] = await keysOf("only");
  const soon = new Date(Date.now() + 86_400_000);
  await fixture.store.db
    .update(notifyCertificate)
    .set({ endsAt: soon })
    .where(eq(notifyCertificate.id, key?.id ?? ""));
  const end = (ms: number) => dryRun("only", { endCertificates: [{ id: other?.id, at: new Date(ms).toISOString() }] });
  expect(await end(soon.getTime() - 1)).toMatchObject({ validNow: 1, validAfter: 1 });
  expect(await end(soon.getTime())).toMatchObject({ validNow: 1, validAfter: 0 });
});

test("adding a key finds what it would have verified, also in a pasted pack; a known key adds nothing, unless it is retired", async () => {
  const next = createSigner();
  const id = await fixture.receive("added", signedBody(notify("A1"), next));
  await fixture.receiveSigned("added", notify("A2"));
  const add = (text: string) => dryRun("added", { addCertificates: [text] });
  expect(await add(next.publicKeyPem)).toMatchObject({
    ...{ checked: 2, validNow: 1, validAfter: 2, lost: 0, gained: 1, others: null },
    items: [{ id, now: "invalid", after: "valid" }],
  });
  expect(await add(fixture.signer.publicKeyPem)).toMatchObject({ validNow: 1, validAfter: 1, gained: 0 });
  await change("added", { addCertificates: [next.publicKeyPem] });
  const [, known] = await keysOf("added");
  await change("added", { endCertificates: [{ id: known?.id ?? "", at: new Date().toISOString() }] });
  // Retired: it is accepted again.
  expect(await add(next.publicKeyPem)).toMatchObject({ validNow: 1, validAfter: 2 });
  await expect(add("no key")).rejects.toMatchObject({ fields: [{ field: "addCertificates.0" }] });
  const packed = { sid: "9", pc: next.publicKeyPem };
  await expect(add(Buffer.from(JSON.stringify(packed)).toString("base64"))).rejects.toMatchObject({ code: "invalid_input" });
});

test("the rule for names is tried in both directions, and another order with its methods", async () => {
  const values = new Map<string, string | Uint8Array>([...notify("S1"), ["StoreID", "S7"]]);
  const moved: Entry[] = withStore.map((name) => [name, values.get(name) ?? ""]);
  const refused = await fixture.receiveSigned("order", [...moved, ["IPC_Trnref", "S1"]]);
  const usual = await fixture.receiveSigned("order", notify("S2"));
  const lax = await dryRun("order", { strictLayout: false });
  expect(lax).toMatchObject({ validNow: 1, validAfter: 2, items: [{ id: refused, after: "valid" }] });
  expect(await dryRun("order", { strictLayout: true })).toMatchObject({ validNow: 1, validAfter: 1 });
  const accept = (methods: string[]) => dryRun("order", { fieldOrder: { order: withStore, methods } });
  const swapped = await accept(["IPCPurchaseNotify"]);
  expect(swapped).toMatchObject({ validNow: 1, validAfter: 1, lost: 1, gained: 1, isNewestLost: true });
  expect(swapped.items.map(({ id, after }) => [id, after])).toEqual([
    [usual, "invalid"],
    [refused, "valid"],
  ]);
  expect(await accept(["IPCPurchaseRollback"])).toMatchObject({ lost: 0, gained: 0 });
  await expect(accept(["IPCSignatureVerify"])).rejects.toMatchObject({ fields: [{ field: "fieldOrder.methods" }] });
  await expect(dryRun("order", { fieldOrder: { order: withStore.toReversed() } })).rejects.toMatchObject({
    fields: [{ field: "order" }],
  });
});

// An attack would send forgeries until no genuine delivery is among the last 500, so that ending the only key looks harmless.
test("forgeries take at most a fifth of the places of genuine deliveries", async () => {
  const ids: string[] = [];
  for (const number of [1, 2, 3, 4, 5, 6]) ids.push(await fixture.receiveSigned("flood", notify(`F${number}`)));
  const stranger = createSigner();
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9]) await fixture.receive("flood", signedBody(notify(`X${number}`), stranger));
  const recent = await listRecentIds(fixture.store.db, fixture.endpointId("flood"), 5);
  expect(recent.filter((id) => ids.includes(id))).toEqual(ids.toReversed().slice(0, 4));
  expect(recent).toHaveLength(5);
  const [key] = await keysOf("flood");
  const end = { endCertificates: [{ id: key?.id, at: new Date().toISOString() }] };
  expect(await dryRun("flood", end)).toMatchObject({ checked: 15, validNow: 6, lost: 6, isNewestLost: true });
});

test("bodies that are deleted or damaged are counted apart", async () => {
  const ids = [];
  for (const number of [1, 2, 3]) ids.push(await fixture.receiveSigned("gone", notify(`G${number}`)));
  await fixture.store.db.delete(delivery).where(eq(delivery.id, ids[0] ?? ""));
  await fixture.store.db
    .update(delivery)
    .set({ body: sql`'\\x00'::bytea` })
    .where(eq(delivery.id, ids[1] ?? ""));
  expect(await dryRun("gone", {})).toMatchObject({ checked: 1, validNow: 1, deleted: 1, unreadable: 1 });
  expect(await dryRun("quiet", {})).toMatchObject({ checked: 0, validAfter: 0, deleted: 0, others: null, isNewestLost: false });
});

test("only an administrator may ask, and only at the merchant's own endpoint", async () => {
  await expect(dryRun("quiet", {}, { role: "support" })).rejects.toMatchObject({ code: "forbidden" });
  const elsewhere = { environment, merchant: "quiet", id: fixture.endpointId("gone"), input: {} } as const;
  await expect(dryRunEndpoint(fixture.ctx(), elsewhere)).rejects.toMatchObject({ code: "not_found" });
});
