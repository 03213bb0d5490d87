import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "#lib/contract/operations.ts";
import { payment } from "#lib/db/schema/payment.ts";
import { setPresenting } from "#lib/db/staff/staff-sessions.ts";
import { createTestGateways } from "#lib/ledger-sync/testing/test-fixture.ts";
import { hidePersonal } from "#lib/privacy/hide-personal.ts";
import { createTestSandbox } from "#lib/sandbox/testing/test-sandbox.ts";
import { startTinyEpos, type TinyEpos } from "#lib/services/payments/testing/tiny-epos.ts";
import { toFieldRows } from "#lib/services/transactions/field-rows.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

const merchantPath = "/api/sandbox/corner-cafe";
let epos: TinyEpos;
let app: TestApp;
let person: TestPerson;

beforeAll(async () => {
  epos = await startTinyEpos();
  epos.ledger = [ledgerRow];
  app = await openTestApp();
  await app.addMerchant("corner-cafe");
  const merchants = [{ slug: "corner-cafe", clientId: "cli_cafe", clientSecret: "sec_1" }];
  const pair = { partnerId: "mps-p-1", applicationId: "mps-app-1", clientId: "client_1", clientSecret: "secret_1" };
  app.runtime.gateways = createTestGateways({
    db: app.store.db,
    vault: app.vault,
    upstream: { baseUrl: epos.url, ...pair, merchants },
  });
  app.runtime.sandbox = createTestSandbox({ transactions: 0 }).sandbox;
  person = await app.addPerson({ role: "admin", permissions: ["refund"] });
  await setPresenting(app.store.db, person.sessionIdHash, true);
});
afterAll(async () => {
  await epos.close();
  await app.close();
});

async function send(path: string, body: unknown = {}, key: string = crypto.randomUUID()) {
  const headers = { "idempotency-key": key };
  const response = await app.call({ method: "POST", path, cookie: person.cookie, headers, body });
  return { status: response.status, body: await response.json() };
}

const sale = { amountMinor: 1234, currency: "EUR", terminalId: "81000001", description: "for ana@example.bg" };

const unnamedView = { merchant: null, search: {}, movingDays: null };

/** A call of each operation that responds 201. */
const calls: Record<string, () => Promise<{ status: number; body: Record<string, unknown> }>> = {
  createPayment: () => send(`${merchantPath}/payments`, sale),
  refundPayment: async () => {
    const { body } = await send(`${merchantPath}/payments`, sale);
    await app.store.db.update(payment).set({ status: "success" });
    return send(`${merchantPath}/payments/${body.paymentId}/refunds`, { amountMinor: 100, reason: "for ana@example.bg" });
  },
  createPaymentLink: () => send(`${merchantPath}/payments/links`, { amountMinor: 1234, currency: "EUR" }),
  createNote: async () => {
    await app.call({ path: `${merchantPath}/transactions`, cookie: person.cookie });
    return send(`${merchantPath}/notes`, { reference: "POSA1", text: "ana@example.bg called" });
  },
  createEndpoint: () => send(`${merchantPath}/endpoints`, { sid: "000000000000010", label: "ana@example.bg" }),
  shareLookup: () => send("/api/sandbox/lookups/lists", { references: ["A"] }),
  createView: () => send("/api/sandbox/transactions/views", { ...unnamedView, name: "ana@example.bg", columns: null }),
  createNotificationView: () => send("/api/sandbox/notifications/views", { ...unnamedView, name: "ana@example.bg" }),
  createPaymentView: () => send("/api/sandbox/payments/views", { ...unnamedView, name: "ana@example.bg" }),
  createMerchantView: () => send("/api/sandbox/merchants/views", { name: "ana@example.bg", search: {} }),
  inviteStaff: () => send("/api/staff/invitations", { email: "ana@example.bg", role: "viewer" }),
  inviteToSetPassword: async () => send(`/api/staff/${(await app.addPerson()).id}/password-link`),
};

const creating = operations.filter((operation) => 201 in operation.answers).map(({ id }) => id);

describe("while presenting", () => {
  test.each(creating)("%s still responds 201 with the created object, without personal data", async (id) => {
    const { status, body } = (await calls[id]?.()) ?? { status: 0, body: {} };
    expect({ status, problem: body.error }).toEqual({ status: 201, problem: undefined });
    const names = ["paymentId", "url", "id", "link"].filter((name) => typeof body[name] === "string");
    expect(names).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain("ana@example.bg");
  });

  test("a payment repeated with its Idempotency-Key is the same payment", async () => {
    const first = await send(`${merchantPath}/payments`, sale, "presented-once");
    expect(first).toMatchObject({ status: 201, body: { paymentId: expect.any(String), description: "••••" } });
    const second = await send(`${merchantPath}/payments`, sale, "presented-once");
    expect(second).toMatchObject({ status: 200, body: { paymentId: first.body.paymentId, description: "••••" } });
  });

  test("a payment's additional fields are shown without their values", async () => {
    const extra = { guest: "Ana Petrova" };
    const { body } = await send(`${merchantPath}/payments`, { ...sale, extra });
    const response = await app.call({ path: `${merchantPath}/payments/${body.paymentId}`, cookie: person.cookie });
    expect((await response.json()).extra).toEqual({ guest: "••••" });
  });

  test("the audit log shows no details, which are reasons and names as typed", async () => {
    await calls.createView?.();
    const response = await app.call({ path: "/api/sandbox/audit", cookie: person.cookie });
    const { items } = await response.json();
    expect(items.length).toBeGreaterThan(0);
    expect(items.every(({ detail }: { detail: object }) => Object.keys(detail).length === 0)).toBe(true);
  });

  test("a customer's name in the gateway's record is hidden", () => {
    expect(hidePersonal(toFieldRows({ payer: { city: "Sofia" }, sign: "Credit" })).map(({ value }) => value)).toEqual([
      "••••",
      "Credit",
    ]);
  });

  test("hidden text is not stored as a change", async () => {
    await app.call({ path: `${merchantPath}/transactions`, cookie: person.cookie });
    const { body } = await send(`${merchantPath}/notes`, { reference: "POSA1", text: "Call +359 888 123 456" });
    expect(body.text).toBe("•••");
    const edit = async (text: string) => {
      const path = `${merchantPath}/notes/${body.id}`;
      const response = await app.call({ method: "PATCH", path, cookie: person.cookie, body: { text } });
      return { status: response.status, code: (await response.json()).error?.code };
    };
    expect(await edit(`${body.text} and waits`)).toEqual({ status: 409, code: "presenting" });
    expect(await edit("Nobody to call")).toEqual({ status: 200, code: undefined });
  });

  test("an invitation's link is shown, since it cannot be read later", async () => {
    const { body } = await send("/api/staff/invitations", { email: "second@counterfoil.example", role: "viewer" });
    expect(body.link).toMatch(/^http:\/\/localhost:3000\/.+#.{20,}$/);
  });
});

const ledgerRow = {
  id: 1,
  date: new Date().toISOString(),
  payment_reference: "POSA1",
  transaction_type: "501",
  transaction_currency: "EUR",
  transaction_amount: 12.34,
  sign: "Credit",
  terminal_id: "81000001",
  account_number: "50000000001",
};
