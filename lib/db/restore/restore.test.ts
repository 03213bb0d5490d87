import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { Secret } from "#lib/core/secret.ts";
import type { PermitRequest } from "#lib/gateway/permit.ts";
import { createJournal, type Journal } from "#lib/notifications/journal/journal.ts";
import type { Delivery, NotifyEndpoint } from "#lib/notifications/ports.ts";
import { createTimeOrderedId, deriveFromBody } from "#lib/notifications/receive/to-delivery.ts";
import { createSigner, notifyEntries, rollbackEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { saveMerchant } from "../lockout/credentials.ts";
import { createPermitLedger } from "../lockout/permits.ts";
import { forward } from "../schema/forward.ts";
import { identityIntegration, identityPair } from "../schema/identity.ts";
import { liveEvent } from "../schema/live-event.ts";
import { delivery as deliveryTable, notifyEndpoint } from "../schema/notification.ts";
import { invitation, recoveryCode, signInStep, staff, staffSession } from "../schema/staff.ts";
import { readAudit } from "../testing/read-audit.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { raiseFence } from "./raise-fence.ts";
import { replayJournal } from "./replay-journal.ts";

const vault = createTestVault();
const signer = createSigner(randomUUID());
let store: TestStore;
let folder: string;
let journal: Journal;
/** The journal covers a backup of this time, and everything a test does comes after it. */
let backupAt: Date;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterfoil-journal-"));
  journal = createJournal({ folder, hours: 24, sealer: vault });
  await journal.tend();
  // Less the minute by which the journal is read before the backup.
  backupAt = new Date(Date.now() + 60_001);
  await store.pool.query("truncate staff, forward, delivery, delivery_key, event_key, restore_delivery cascade");
  await resetGuards();
});
afterEach(async () => {
  await journal.close();
  await rm(folder, { recursive: true });
});

const ports = () => ({ db: store.db, vault });
const later = (ms: number) => new Date(Date.now() + ms);
let restores = 0;
const fence = (journalFolders: readonly string[] | null, restoredAt = later(++restores * 1_000), at = backupAt) =>
  raiseFence(ports(), { restoredAt, backupAt: at, journalFolders });
/** As if the backup were from before the first sign-in. */
const resetGuards = () => store.pool.query("truncate identity_pair, identity_integration, restore_fence");

function requestOf(clientId: string, more: Partial<PermitRequest> = {}): PermitRequest {
  const kind = clientId.startsWith("client_") ? "token" : "session";
  const pair = { environment: "demo", kind, clientId, clientSecret: new Secret("sec") } as const;
  return { integrationClientId: "client_1", baseUrl: "http://localhost", enderClientIds: [], pair, mode: "automatic", ...more };
}

const guardPorts = {
  recordAttempt: (change: unknown) => journal.addGuardChange(change),
  recordOutcome: (change: unknown) => journal.addGuardChange(change),
};
const openPermits = () => createPermitLedger({ db: store.db, vault, journal: guardPorts });
const accepted = { kind: "ok", value: new Secret("s"), lifeMs: 60_000, scope: null } as const;

async function attempt(request: PermitRequest, outcome: "ok" | "refused"): Promise<string> {
  const permits = openPermits();
  const answer = await permits.acquire(request);
  if (answer.kind !== "granted") return answer.kind;
  await permits.report(request, answer.attemptId, outcome === "ok" ? accepted : { kind: "refused", status: 400 });
  return answer.kind;
}

async function guards() {
  const { rows } = await store.pool.query(`
    select 'i' as part, id, failed_attempts, seq::text as mark, '' as state from identity_integration
    union all select 'p', id, failed_attempts, coalesce(proven_mark, ''), state from identity_pair order by 1, 2`);
  return rows;
}

test("sessions, links, steps, codes and events of the backup are dead, and the fence is raised once", async () => {
  const [person] = await store.db
    .insert(staff)
    .values({ email: "a", passwordHash: "x", role: "admin", totp: Buffer.from("x"), totpStep: 1 })
    .returning({ id: staff.id });
  const staffId = person?.id ?? "";
  await store.db.insert(staffSession).values({ idHash: "s", staffId, expiresAt: later(3_600_000) });
  await store.db.insert(signInStep).values({ idHash: "s", staffId, triesLeft: 3, expiresAt: later(3_600_000) });
  await store.db.insert(recoveryCode).values({ staffId, hash: "h" });
  const link = { tokenHash: "t", kind: "invitation", role: "viewer", createdBy: "a", expiresAt: later(3_600_000) } as const;
  await store.db.insert(invitation).values(link);
  await store.db
    .insert(liveEvent)
    .values({ environment: "demo", merchantId: randomUUID(), type: "payment", data: {}, xid: "999999999" });
  const restoredAt = later(0);
  expect(await fence(null, restoredAt)).toMatchObject({ isNew: true, endedSessions: 1, withdrawnLinks: 1 });
  const [session] = await store.db.select().from(staffSession);
  const [invited] = await store.db.select().from(invitation);
  const [code] = await store.db.select().from(recoveryCode);
  const [after] = await store.db.select().from(staff).where(eq(staff.id, staffId));
  expect([session?.revokedAt, invited?.withdrawnAt, code?.usedAt]).toEqual([
    expect.any(Date),
    expect.any(Date),
    expect.any(Date),
  ]);
  expect(after?.totpStep).toBeGreaterThan(Date.now() / 30_000);
  expect([await store.db.$count(signInStep), await store.db.$count(liveEvent)]).toEqual([0, 0]);
  expect(await fence(null, restoredAt)).toMatchObject({ isNew: false, endedSessions: 0 });
  const acts = (await readAudit(ports())).map(({ act }) => act);
  expect(acts.filter((act) => act === "database.restored")).toHaveLength(1);
});

test("with the journal the guards are what they were, whatever happened since the backup", async () => {
  await attempt(requestOf("client_1"), "ok");
  await attempt(requestOf("cli_1"), "ok");
  await store.pool.query("update identity_pair set cached_until = null");
  const backup = {
    integrations: await store.db.select().from(identityIntegration),
    pairs: await store.db.select().from(identityPair),
  };
  expect(await attempt(requestOf("cli_2"), "refused")).toBe("granted");
  expect(await attempt(requestOf("cli_1"), "refused")).toBe("granted");
  const unbroken = await guards();
  await resetGuards();
  for (const { failedAttemptCount: _, ...row } of backup.integrations) await store.db.insert(identityIntegration).values(row);
  for (const { failedAttemptCount: _, ...row } of backup.pairs) await store.db.insert(identityPair).values(row);
  expect(await guards()).not.toEqual(unbroken);
  expect((await fence([folder])).guards).toMatchObject({ demo: "journal" });
  expect(await guards()).toEqual(unbroken);
  expect(await attempt(requestOf("cli_3"), "refused")).toBe("stopped");
});

test("a journal with a gap, a later begin or a missing change is not believed", async () => {
  const demo = async (at = backupAt) => (await fence([folder], undefined, at)).guards.demo;
  await attempt(requestOf("cli_1"), "refused");
  await journal.noteGap();
  await resetGuards();
  expect(await demo()).toBe("worst");
  const names = await readdir(folder);
  await unlink(path.join(folder, names.find((name) => name.endsWith(".gap")) ?? ""));
  await resetGuards();
  expect(await demo()).toBe("journal");
  await resetGuards();
  expect(await demo(new Date(backupAt.getTime() - 3_600_000))).toBe("worst");
  await resetGuards();
  await writeFile(path.join(folder, names.find((name) => name.endsWith(".journal")) ?? ""), "");
  await attempt(requestOf("cli_8"), "ok");
  await resetGuards();
  expect(await demo()).toBe("journal");
  await resetGuards();
  await attempt(requestOf("cli_8"), "refused");
  await writeFile(path.join(folder, names.find((name) => name.endsWith(".journal")) ?? ""), "");
  await attempt(requestOf("cli_9"), "refused");
  await resetGuards();
  expect(await demo()).toBe("worst");
});

test("without a journal nothing signs in by itself, and each success of a released pair permits the next", async () => {
  const merchant = { environment: "demo", name: "m", sid: null, clientSecret: "sec", by: "test" };
  for (const slug of ["cli_1", "cli_2"])
    await saveMerchant(store.db, vault, { ...merchant, slug: slug.replace("_", "-"), clientId: slug });
  for (const id of ["client_1", "cli_1", "cli_2"]) await attempt(requestOf(id), "ok");
  expect((await fence(null)).guards).toMatchObject({ demo: "worst" });
  // Also credentials that the backup has never used, and those it does not know.
  for (const id of ["client_1", "cli_1", "cli_2", "cli_new"]) expect(await attempt(requestOf(id), "refused")).toBe("stopped");
  const release = (id: string) => attempt(requestOf(id, { mode: "release" }), "ok");
  expect(await attempt(requestOf("cli_1", { mode: "manual" }), "ok")).toBe("stopped");
  expect(await release("cli_new")).toBe("stopped");
  expect(await release("client_1")).toBe("granted");
  expect(await attempt(requestOf("cli_2"), "ok")).toBe("stopped");
  expect(await release("cli_1")).toBe("granted");
  // One that fails ends the series.
  expect(await attempt(requestOf("cli_2", { mode: "release" }), "refused")).toBe("granted");
  expect(await attempt(requestOf("cli_2", { mode: "release" }), "refused")).toBe("stopped");
  const { stop } = await openPermits().status(requestOf("cli_2"));
  expect(stop).toMatchObject({ scope: "pair", release: "reset" });
});

async function addEndpoint(): Promise<NotifyEndpoint> {
  const place = { environment: "demo", merchantId: randomUUID(), sid: "000000000000010" };
  const id = randomBytes(16).toString("hex");
  await store.db.insert(notifyEndpoint).values({ ...place, id, createdBy: "test" });
  return {
    ...place,
    id,
    merchant: "cafe",
    strictLayout: true,
    keys: [signer.key],
    forward: { mode: "desk_answers", url: "https://shop.example" },
  };
}

function received(
  endpoint: NotifyEndpoint,
  text: string,
  receivedAt: Date,
  answer = { status: 200, body: "OK", ms: 7 },
): Delivery {
  const body = Buffer.from(text);
  const sha256 = createHash("sha256").update(body).digest();
  const id = createTimeOrderedId(receivedAt.getTime());
  return { id, body, sha256, headers: [], peer: null, receivedAt, answer, ...deriveFromBody(body, endpoint) };
}

test("acknowledged notifications are played in with their time, order and answer, and forwarded by nobody", async () => {
  const endpoint = await addEndpoint();
  const text = (orderId: string) => signedBody(notifyEntries({ orderId }), signer);
  const began = Date.now();
  const at = (index: number) => new Date(began + index * 10);
  const first = received(endpoint, text("A"), at(1));
  const second = received(endpoint, signedBody(rollbackEntries({ orderId: "A" }), signer), at(2));
  const repeated = received(endpoint, text("A"), at(3));
  const third = received(endpoint, text("B"), at(4));
  const unanswered = received(endpoint, text("C"), at(5));
  const shopEndpoint: NotifyEndpoint = { ...endpoint, forward: { mode: "shop_answers", url: "https://shop.example" } };
  const asked = received(shopEndpoint, text("D"), at(6), { status: 503, body: "refused by shop", ms: 1 });
  for (const delivery of [third, first, repeated, second, unanswered, asked]) await journal.addDelivery(delivery);
  await journal.addVoid(unanswered.id);
  await journal.addDelivery({ ...asked, answer: { status: 200, body: "OK", ms: 9 } });
  const input = { journalFolders: [folder], since: new Date(began) };
  expect(await replayJournal(ports(), input)).toEqual({ stored: 5, refused: 0, unreadable: 0, held: 3 });
  const stored = async () =>
    (await store.db.select().from(deliveryTable).orderBy(deliveryTable.receivedAt)).map((row) => [
      row.id,
      row.receivedAt,
      row.answerStatus,
      row.answerMs,
      row.seen,
    ]);
  const once = await stored();
  expect(once).toEqual([
    [first.id, at(1), 200, 7, 2],
    [second.id, at(2), 200, 7, 1],
    [third.id, at(4), 200, 7, 1],
    [asked.id, at(6), 200, 9, 1],
  ]);
  const forwards = async () =>
    (await store.db.select().from(forward).orderBy(forward.seq)).map((row) => [row.deliveryId, row.state]);
  expect(await forwards()).toEqual([
    [first.id, "held"],
    [second.id, "held"],
    [third.id, "held"],
    [asked.id, "delivered"],
  ]);
  expect(await replayJournal(ports(), input)).toMatchObject({ stored: 5, held: 3 });
  expect(await stored()).toEqual(once);
});

test("notifications of an endpoint that the backup does not have are told as such each time they are played in", async () => {
  const endpoint = await addEndpoint();
  const unknown: NotifyEndpoint = { ...endpoint, id: `${endpoint.id}-unknown`, merchantId: randomUUID() };
  const began = Date.now();
  await journal.addDelivery(received(endpoint, signedBody(notifyEntries({ orderId: "A" }), signer), new Date(began + 1)));
  await journal.addDelivery(received(unknown, signedBody(notifyEntries({ orderId: "B" }), signer), new Date(began + 2)));
  const input = { journalFolders: [folder], since: new Date(began) };
  for (const _ of ["first", "again"]) expect(await replayJournal(ports(), input)).toMatchObject({ stored: 1, refused: 1 });
});
