import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDesk, environment, type TestDesk } from "../../mirror/testing/test-desk.ts";
import { createPayment } from "./create-payment.ts";
import { listMerchantPayments } from "./list-payments.ts";
import { previewPayment } from "./preview-payment.ts";
import { startTinyEpos, type TinyEpos } from "./testing/tiny-epos.ts";

let epos: TinyEpos;
let desk: TestDesk;
beforeAll(async () => {
  epos = await startTinyEpos();
  const merchants = [{ slug: "cafe", clientId: "cli_cafe", clientSecret: "sec_1" }];
  const pair = { partnerId: "mps-p-1", applicationId: "mps-app-1", clientId: "client_1", clientSecret: "secret_1" };
  desk = await createTestDesk({ upstream: { baseUrl: epos.url, ...pair, merchants } });
});
afterAll(async () => {
  await epos.close();
  await desk.drop();
});

const at = { environment, merchant: "cafe" } as const;
const sale = { amountMinor: 1234, currency: "EUR", terminalId: "81000001", tipMinor: 100, extra: { loyalty: { id: "L1" } } };

const sentBodies = () =>
  epos.requests.filter(({ method, url }) => method === "POST" && url === "/epos/v1/payments").map(({ body }) => JSON.parse(body));

test("what is previewed is what is sent, member for member, and previewing sends and stores nothing", async () => {
  const idempotencyKey = crypto.randomUUID();
  const preview = await previewPayment(desk.ctx(), { ...at, idempotencyKey, input: sale });
  expect(sentBodies()).toEqual([]);
  expect((await listMerchantPayments(desk.ctx(), { ...at, input: {} })).items).toEqual([]);
  await createPayment(desk.ctx(), { ...at, idempotencyKey, input: sale });
  expect(sentBodies()).toEqual([JSON.parse(preview.body)]);
  expect(preview).toMatchObject({ method: "POST", url: `${epos.url}/epos/v1/payments` });
  expect(preview.headers).toContainEqual({ name: "Content-Type", value: "application/json; x-api-version=1" });
  expect(JSON.stringify(preview)).not.toMatch(/secret_1|sec_1|client_1|cli_cafe|mps-/);
});

test("a reference the terminal had is previewed as the one the desk makes beside it", async () => {
  const input = { ...sale, referenceNumber: "INV-1" };
  const preview = (idempotencyKey: string) => previewPayment(desk.ctx(), { ...at, idempotencyKey, input });
  expect(JSON.parse((await preview("k1")).body).reference_number).toBe("INV-1");
  await createPayment(desk.ctx(), { ...at, idempotencyKey: "k1", input });
  expect(JSON.parse((await preview("k2")).body).reference_number).toMatch(/^CF-/);
});

test("keys that the desk itself sends are refused by name", async () => {
  const input = { ...sale, extra: { terminal_id: "1", reference_number: "x" } };
  await expect(previewPayment(desk.ctx(), { ...at, idempotencyKey: "k3", input })).rejects.toMatchObject({
    code: "invalid_input",
    fields: [{ field: "extra", message: "The desk itself sends terminal_id, reference_number; take them out." }],
  });
});

test("a list is narrowed to what an identifier, whole or begun, stands for", async () => {
  const { payment } = await createPayment(desk.ctx(), {
    ...at,
    idempotencyKey: "k4",
    input: { ...sale, amountMinor: 77_00, referenceNumber: "ORDER 77/a_b" },
  });
  const found = async (q: string) =>
    (await listMerchantPayments(desk.ctx(), { ...at, input: { q } })).items.map((item) => item.paymentId);
  for (const q of ["order 77/a_b", "ORDER77", payment.paymentId, payment.gatewayPaymentId ?? "", "77.00"])
    expect(await found(q)).toEqual([payment.paymentId]);
  expect(await found("DER77")).toEqual([]);
  expect(await found("%")).toEqual([]);
});
