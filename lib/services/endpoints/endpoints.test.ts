import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dayMs } from "#lib/core/days.ts";
import { addCertificates } from "#lib/db/endpoints/endpoints.ts";
import { saveMerchant } from "#lib/db/lockout/credentials.ts";
import { findWithoutCertificate } from "#lib/db/merchants/merchant-troubles.ts";
import { liveEvent } from "#lib/db/schema/live-event.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { privateAddressText } from "#lib/notifications/forwarding/target-url.ts";
import { createSigner, notifyEntries } from "#lib/notifications/testing/sign.ts";
import { readVector } from "#lib/notifications/testing/vectors.ts";
import { parseCertificateInput } from "#lib/notifications/verification/certificate.ts";
import { createTestSandbox } from "#lib/sandbox/testing/test-sandbox.ts";
import type { ServiceContext } from "../context.ts";
import type { Forwarder } from "../forwarding/ports.ts";
import { createReceiveFixture, type ReceiveFixture } from "../notifications/testing/receive-fixture.ts";
import { changeEndpoint as changeEndpointWith } from "./change-endpoint.ts";
import { originProblem, originWarnings } from "./check-origin.ts";
import { createEndpoint, getEndpoint, listEndpoints } from "./endpoints.ts";

let fixture: ReceiveFixture;
beforeAll(async () => {
  fixture = await createReceiveFixture(["cafe", "hotel"]);
});
afterAll(() => fixture.drop());

const { certPem } = readVector("genuine-notify-2024");
const create = (input: unknown, person = {}) => createEndpoint(fixture.ctx(person), { environment, merchant: "cafe", input });
/** Accepts any address of shop.eu. */
const forwarder: Forwarder & { woken: number } = {
  woken: 0,
  checkTarget: async (text) => (text.startsWith("https://shop.eu/") ? { url: text } : { problem: privateAddressText("shop") }),
  wake() {
    forwarder.woken++;
  },
};
const changeEndpoint = (ctx: ServiceContext, wish: Omit<Parameters<typeof changeEndpointWith>[1], "forwarder">) =>
  changeEndpointWith(ctx, { ...wish, forwarder });
const change = (id: string, input: unknown) => changeEndpoint(fixture.ctx(), { environment, merchant: "cafe", id, input });
const changeAt = (nowMs: number, id: string, input: unknown) => {
  const ctx = fixture.ctx();
  const clock = { ...ctx.clock, now: () => nowMs };
  return changeEndpoint({ ...ctx, clock }, { environment, merchant: "cafe", id, input });
};
const problemOf = async (doing: Promise<unknown>) => {
  const thrown = (await doing.catch((problem: unknown) => problem)) as { code?: string; fields?: { field: string }[] };
  return [thrown.code, thrown.fields?.[0]?.field];
};

test("an endpoint has unguessable addresses on our own origin", async () => {
  const made = await create({ sid: "61938166610", certificates: [certPem], label: "Web shop" });
  expect(made.id).toMatch(/^[0-9a-f]{32}$/);
  expect(made).toMatchObject({
    merchant: "cafe",
    urlNotify: `http://localhost:3000/api/notify/${made.id}`,
    urlOk: `http://localhost:3000/return/${made.id}`,
    urlCancel: `http://localhost:3000/return/${made.id}`,
    strictLayout: true,
    lastReceivedAt: null,
    certificates: [{ label: "myPOS", keyBits: 1024, validUntil: "2028-10-09T07:09:13.000Z" }],
  });
});

test("while spooled notifications can be neither read nor stored, each endpoint reports it", async () => {
  const { id } = await create({ sid: "77" });
  const warningsWith = async (spoolSetAside: () => number) =>
    (await getEndpoint({ ...fixture.ctx(), spoolSetAside }, { environment, merchant: "cafe", id })).warnings.join();
  expect(await warningsWith(() => 0)).not.toContain("can be neither read nor stored");
  expect(await warningsWith(() => 12)).toContain("can be neither read nor stored");
});

test("keys are added once and removed by id, each change with an audit row", async () => {
  const made = await create({ sid: "1", certificates: [certPem] });
  const two = await change(made.id, { addCertificates: [certPem, createSigner().publicKeyPem], sid: "2", strictLayout: false });
  expect([two.certificates.length, two.sid, two.strictLayout]).toEqual([2, "2", false]);
  const changed = await change(made.id, { removeCertificates: [made.certificates[0]?.id ?? ""] });
  expect(changed.certificates.map(({ keyBits }) => keyBits)).toEqual([2048]);
  const rows = await readAudit(fixture.ctx());
  const actions = rows.filter(({ target }) => target === made.id).map(({ act }) => act);
  expect(actions).toEqual(["endpoint.created", "endpoint.changed", "endpoint.changed"]);
});

test("a renewed certificate of the same key replaces the dates of the one before, and never with earlier ones", async () => {
  const { publicKeyPem } = createSigner();
  const { id } = await create({ sid: "9", certificates: [publicKeyPem] });
  const datesOf = async () => {
    const { certificates } = await getEndpoint(fixture.ctx(), { environment, merchant: "cafe", id });
    return certificates.map(({ label, validUntil }) => [label, validUntil]);
  };
  const read = parseCertificateInput(publicKeyPem);
  const [key] = "certificates" in read ? read.certificates : [];
  if (!key) throw new Error("no key");
  const renew = (year: number) => {
    const certificate = { ...key, label: `of ${year}`, validUntil: new Date(`${year}-01-01T00:00:00Z`) };
    return addCertificates(fixture.ctx().db, { endpointId: id, certificates: [certificate, key], by: "test" });
  };
  for (const year of [2030, 2031, 2029]) await renew(year);
  expect(await datesOf()).toEqual([["of 2031", "2031-01-01T00:00:00.000Z"]]);
});

test("the configuration pack of a store is its certificate, and refused for another store", async () => {
  const { control } = createTestSandbox();
  const [store] = JSON.parse((await control("GET", "stores")).text);
  const { sid, publicKeyPem, certificatePem, configurationPack } = store;
  const made = await create({ sid, certificates: [configurationPack] });
  expect(made.certificates).toMatchObject([{ label: "Sandbox gateway", keyBits: 2048 }]);
  const again = await change(made.id, { addCertificates: [publicKeyPem, certificatePem] });
  expect(again.certificates).toEqual(made.certificates);
  expect(await problemOf(create({ sid: "1", certificates: [configurationPack] }))).toEqual(["invalid_input", "certificates.0"]);
});

test("unreadable input is named, and nothing is stored", async () => {
  const count = async () => (await listEndpoints(fixture.ctx(), { environment, merchant: "cafe" })).items.length;
  const before = await count();
  const pack = Buffer.from(JSON.stringify({ sid: "999", pc: certPem })).toString("base64");
  expect(await problemOf(create({}))).toEqual(["invalid_input", "sid"]);
  expect(await problemOf(create({ sid: "not a sid!" }))).toEqual(["invalid_input", "sid"]);
  expect(await problemOf(create({ sid: "1", certificates: [certPem, "nonsense"] }))).toEqual(["invalid_input", "certificates.1"]);
  expect(await problemOf(create({ sid: "1", certificates: [pack] }))).toEqual(["invalid_input", "certificates.0"]);
  expect(await problemOf(create({ sid: "1", colour: "red" }))).toEqual(["invalid_input", "colour"]);
  expect(await count()).toBe(before);
});

test("only an admin creates or changes an endpoint; another merchant's is not found", async () => {
  const { id } = await create({ sid: "1" });
  expect(await problemOf(create({ sid: "1" }, { role: "support" }))).toEqual(["forbidden", undefined]);
  const elsewhere = { environment, merchant: "hotel", id } as const;
  expect(await problemOf(getEndpoint(fixture.ctx(), elsewhere))).toEqual(["not_found", undefined]);
  expect(await problemOf(changeEndpoint(fixture.ctx(), { ...elsewhere, input: {} }))).toEqual(["not_found", undefined]);
});

test("a certificate ends at the given time, stays listed, and may be used again", async () => {
  const made = await create({ sid: "1", certificates: [certPem] });
  const [{ id } = { id: "" }] = made.certificates;
  const at = new Date(Date.now() + 30 * dayMs).toISOString();
  const ended = await change(made.id, { endCertificates: [{ id, at }], name: "Cafe" });
  expect(ended.certificates).toMatchObject([{ id, endsAt: at, isInUse: false, lastUsedAt: null }]);
  const again = await change(made.id, { endCertificates: [{ id, at: null }] });
  expect(again.certificates).toMatchObject([{ id, endsAt: null }]);
  await change(made.id, { endCertificates: [{ id, at: new Date(fixture.ctx().clock.now()).toISOString() }], name: "Cafe" });
  const pasted = await change(made.id, { addCertificates: [certPem] });
  expect(pasted.certificates).toMatchObject([{ id, endsAt: null }]);
  // What is planned stays.
  await change(made.id, { endCertificates: [{ id, at: "2999-04-01T00:00:00.000Z" }], name: "Cafe" });
  const planned = await change(made.id, { addCertificates: [certPem] });
  expect(planned.certificates).toMatchObject([{ id, endsAt: "2999-04-01T00:00:00.000Z" }]);
});

// A year that is one too small would end it at once, and payments signed with it would be rejected and reversed.
test("a certificate does not end in the past: an end that a slow clock calls now is now, an earlier one is refused", async () => {
  const made = await create({ sid: "1", certificates: [certPem, createSigner().publicKeyPem] });
  const [{ id } = { id: "" }] = made.certificates;
  const nowMs = Date.parse("2026-03-04T11:20:05Z");
  const endAgo = (ms: number) => changeAt(nowMs, made.id, { endCertificates: [{ id, at: new Date(nowMs - ms).toISOString() }] });
  expect(await problemOf(endAgo(dayMs + 1))).toEqual(["invalid_input", "endCertificates.0.at"]);
  expect((await change(made.id, {})).certificates[0]?.endsAt).toBeNull();
  const endsAt = new Date(nowMs).toISOString();
  expect((await endAgo(60_000)).certificates[0]).toMatchObject({ id, endsAt });
  const entries = (await readAudit(fixture.ctx())).filter(({ target }) => target === made.id);
  expect(entries.at(-1)?.detail).toMatchObject({ ended: [{ id, at: endsAt }] });
});

// A mistake would answer every later payment with 503, and the gateway would return the money.
test("the last accepted certificate is ended or removed only with the merchant's name typed", async () => {
  const made = await create({ sid: "1", certificates: [certPem, createSigner().publicKeyPem] });
  const [first, second] = made.certificates.map(({ id }) => id);
  const nowMs = Date.now();
  const at = new Date(nowMs).toISOString();
  const endSecond = { endCertificates: [{ id: second ?? "", at }] };
  const left = await change(made.id, { removeCertificates: [first ?? ""] });
  expect(left.certificates.map(({ id }) => id)).toEqual([second]);
  const aheadAt = new Date(nowMs + 60_000).toISOString();
  const endByClockAhead = { endCertificates: [{ id: second ?? "", at: aheadAt }] };
  for (const input of [{ removeCertificates: [second ?? ""] }, endSecond, endByClockAhead, { ...endSecond, name: "another" }]) {
    expect(await problemOf(change(made.id, input))).toEqual(["invalid_input", "name"]);
  }
  expect(await change(made.id, {})).toMatchObject({ certificates: [{ id: second, endsAt: null }] });
  const ended = await changeAt(nowMs, made.id, { ...endSecond, name: "Cafe" });
  expect(ended).toMatchObject({ certificates: [{ id: second, endsAt: at }] });
  expect((await change(made.id, { removeCertificates: [second ?? ""] })).certificates).toEqual([]);
});

test("the certificate that verified last is the one in use", async () => {
  const receivedAt = new Date("2026-03-05T08:00:00Z");
  await fixture.receiveSigned("cafe", notifyEntries(), { receivedAt });
  const id = fixture.endpointId("cafe");
  await change(id, { addCertificates: [certPem] });
  const { certificates } = await getEndpoint(fixture.ctx(), { environment, merchant: "cafe", id });
  expect(certificates.map(({ isInUse, lastUsedAt }) => [isInUse, lastUsedAt])).toEqual([
    [true, receivedAt.toISOString()],
    [false, null],
  ]);
});

test("forwarding is set, changed and ended; the audit stores the address without its query, which may be a secret", async () => {
  const made = await create({ sid: "1" });
  expect(made.forwarding).toEqual({ mode: "off", url: null, pending: 0, refused: 0, dead: 0, lastTry: null, shadow: null });
  const url = "https://shop.eu/notify?key=hush";
  const set = await change(made.id, { forwarding: { mode: "shop_answers", url } });
  expect(set.forwarding).toMatchObject({ mode: "shop_answers", url });
  expect(forwarder.woken).toBe(1);
  const seen = await getEndpoint(fixture.ctx({ role: "support" }), { environment, merchant: "cafe", id: made.id });
  expect(seen.forwarding.url).toBe("https://shop.eu/notify?…");
  expect((await change(made.id, { label: "x" })).forwarding.mode).toBe("shop_answers");
  expect((await change(made.id, { forwarding: { mode: "off" } })).forwarding).toMatchObject({ mode: "off", url: null });
  const rows = (await readAudit(fixture.ctx())).filter(({ target }) => target === made.id);
  expect(rows[1]?.detail).toMatchObject({ forwarding: "shop_answers", forwardingTo: "https://shop.eu/notify" });
  expect(JSON.stringify(rows)).not.toContain("hush");
});

test("a refused address is named with its fix, and nothing of the change is saved", async () => {
  const made = await create({ sid: "1" });
  const input = { label: "new", forwarding: { mode: "desk_answers", url: "https://10.0.0.1/" } };
  expect(await problemOf(change(made.id, input))).toEqual(["invalid_input", "forwarding.url"]);
  expect(await problemOf(change(made.id, { forwarding: { mode: "desk_answers" } }))).toEqual(["invalid_input", "forwarding.url"]);
  expect(await problemOf(change(made.id, { forwarding: { mode: "both" } }))).toEqual(["invalid_input", "forwarding.mode"]);
  expect((await getEndpoint(fixture.ctx(), { environment, merchant: "cafe", id: made.id })).label).toBe("");
});

test("in production, verification changes only after a recent re-authentication; a label needs none", async () => {
  const { vault } = fixture.ctx();
  const credential = { clientId: "cli_p", clientSecret: "sec_p" };
  const merchant = { environment: "production", slug: "cafe", name: "Cafe", sid: "1", by: "test", ...credential };
  await saveMerchant(fixture.store.db, vault, merchant);
  const ctxOf = (authenticatedAt: Date) => ({
    ...fixture.ctx({ environments: ["production"], authenticatedAt }),
    publicOrigin: "https://desk.shop.eu",
  });
  const now = new Date(fixture.ctx().clock.now());
  const longAgo = new Date(now.getTime() - 11 * 60_000);
  const where = { environment: "production", merchant: "cafe" } as const;
  const make = (authenticatedAt: Date) => createEndpoint(ctxOf(authenticatedAt), { ...where, input: { sid: "1" } });
  expect(await problemOf(make(longAgo))).toEqual(["proof_required", undefined]);
  const { id } = await make(now);
  const changeAs = (authenticatedAt: Date, input: unknown) => changeEndpoint(ctxOf(authenticatedAt), { ...where, id, input });
  const sensitive = [
    { addCertificates: [certPem] },
    { removeCertificates: [crypto.randomUUID()] },
    { endCertificates: [{ id: crypto.randomUUID(), at: null }] },
    { forwarding: { mode: "off" } },
    { sid: "2" },
    { strictLayout: false },
  ];
  for (const input of sensitive) {
    expect(await problemOf(changeAs(longAgo, input)), Object.keys(input)[0]).toEqual(["proof_required", undefined]);
  }
  const asItIs = { sid: "1", strictLayout: true, label: "web" };
  expect(await changeAs(longAgo, asItIs)).toMatchObject({ ...asItIs, certificates: [] });
  expect((await changeAs(now, { addCertificates: [certPem], sid: "2" })).certificates).toHaveLength(1);
});

test("it reports the last delivery", async () => {
  const receivedAt = new Date("2026-03-04T11:20:05Z");
  await fixture.receiveSigned("hotel", notifyEntries(), { receivedAt });
  const { items } = await listEndpoints(fixture.ctx(), { environment, merchant: "hotel" });
  expect(items.map(({ lastReceivedAt }) => lastReceivedAt)).toEqual([receivedAt.toISOString()]);
});

test.each([
  ["http://desk.example.com", /https/],
  ["https://localhost", /public host/],
  ["https://127.0.0.1", /public host/],
  ["https://10.1.2.3", /public host/],
  ["https://192.168.1.1", /public host/],
  ["https://169.254.169.254", /public host/],
  ["https://[::1]", /public host/],
  ["https://[fd00::1]", /public host/],
  ["https://desk.internal", /public host/],
  ["https://desk", /public host/],
])("for demo and production the origin %s is refused", (origin, why) => {
  expect(originProblem("demo", origin)?.message).toMatch(why);
  expect(originProblem("production", origin)?.message).toMatch(why);
  expect(originProblem("sandbox", origin)).toBeNull();
});

test("a public https origin is accepted, with a warning about a port", () => {
  expect(originProblem("production", "https://desk.example.com")).toBeNull();
  expect(originWarnings("https://desk.example.com")).toEqual([]);
  expect(originProblem("production", "https://desk.example.com:8443")).toBeNull();
  expect(originWarnings("https://desk.example.com:8443")[0]?.message).toMatch(/port number/);
});

test("a merchant whose endpoint lost its last certificate is known, and open pages are notified", async () => {
  const place = { environment, merchant: "hotel" } as const;
  const { id: merchantId } = await fixture.merchant(place.merchant);
  const lacking = async () => (await findWithoutCertificate(fixture.store.db, [merchantId], new Date())).has(merchantId);
  const events = () => fixture.store.db.$count(liveEvent, eq(liveEvent.type, "merchant"));
  const made = await createEndpoint(fixture.ctx(), { ...place, input: { sid: "78", certificates: [certPem] } });
  expect(await lacking()).toBe(false);
  const before = await events();
  const input = { removeCertificates: made.certificates.map(({ id }) => id), name: "Hotel" };
  await changeEndpoint(fixture.ctx(), { ...place, id: made.id, input });
  expect(await lacking()).toBe(true);
  expect(await events()).toBe(before + 1);
});
