import { afterAll, beforeAll, expect, test } from "vitest";
import { createPayment } from "./create-payment.ts";
import { listMerchantPayments } from "./list-payments.ts";
import { previewPayment } from "./preview-payment.ts";
import { cafe, openPaymentFixture, type PaymentFixture, sale as plainSale } from "./testing/payment-fixture.ts";

let fixture: PaymentFixture;
beforeAll(async () => {
  fixture = await openPaymentFixture();
});
afterAll(() => fixture.drop());

const sale = { ...plainSale, tipMinor: 100, extra: { loyalty: { id: "L1" } } };

const sentBodies = () =>
  fixture.epos.requests
    .filter(({ method, url }) => method === "POST" && url === "/epos/v1/payments")
    .map(({ body }) => JSON.parse(body));

test("the preview equals the request, member for member, and sends and stores nothing", async () => {
  const idempotencyKey = crypto.randomUUID();
  const preview = await previewPayment(fixture.ctx(), { ...cafe, idempotencyKey, input: sale });
  expect(sentBodies()).toEqual([]);
  expect((await listMerchantPayments(fixture.ctx(), { ...cafe, input: {} })).items).toEqual([]);
  await createPayment(fixture.ctx(), { ...cafe, idempotencyKey, input: sale });
  expect(sentBodies()).toEqual([JSON.parse(preview.body)]);
  expect(preview).toMatchObject({ method: "POST", url: `${fixture.epos.url}/epos/v1/payments` });
  expect(preview.headers).toContainEqual({ name: "Content-Type", value: "application/json; x-api-version=1" });
  expect(JSON.stringify(preview)).not.toMatch(/secret_1|sec_1|client_1|cli_cafe|mps-/);
});

test("a reference already used at the terminal is previewed with the one generated beside it", async () => {
  const input = { ...sale, referenceNumber: "INV-1" };
  const preview = (idempotencyKey: string) => previewPayment(fixture.ctx(), { ...cafe, idempotencyKey, input });
  expect(JSON.parse((await preview("k1")).body).reference_number).toBe("INV-1");
  await createPayment(fixture.ctx(), { ...cafe, idempotencyKey: "k1", input });
  expect(JSON.parse((await preview("k2")).body).reference_number).toMatch(/^CF-/);
});

test("a reference beyond printable ASCII is previewed with the one generated beside it", async () => {
  const input = { ...sale, referenceNumber: "Маса 4" };
  const { body } = await previewPayment(fixture.ctx(), { ...cafe, idempotencyKey: "k4", input });
  expect(JSON.parse(body).reference_number).toMatch(/^CF-/);
});

test("keys that the app itself sends are refused by name", async () => {
  const input = { ...sale, extra: { terminal_id: "1", reference_number: "x" } };
  await expect(previewPayment(fixture.ctx(), { ...cafe, idempotencyKey: "k3", input })).rejects.toMatchObject({
    code: "invalid_input",
    fields: [{ field: "extra", message: "Counterfoil sets terminal_id, reference_number; remove them." }],
  });
});
