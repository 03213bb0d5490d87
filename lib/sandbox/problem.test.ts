import { describe, expect, test } from "vitest";
import { asJson, createTestSandbox, type TestSandbox } from "./testing/test-sandbox.ts";

const list = "/accounting/v1/transactions";
const epos = "/epos/v1/payments";
const nobody = "65f0c2a9d4b1e7730a9c1f52";
const payment = {
  amount: { value: 1_207, currency_code: "EUR" },
  terminal_id: "81000001",
  app_name: "test",
  app_version: "1",
};
const plainJson = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(payment) };

type Call = [path: string, init?: RequestInit];

async function ask(call: Call, of: TestSandbox = createTestSandbox()) {
  return (await of.as("corner-cafe"))(...call);
}

describe("a refusal that names fields is a validation problem", () => {
  test.each<Call>([
    [`${list}?page=0`],
    [`${list}?from_date=x`],
    [`${list}/multiple`],
    ["/accounting/v1/accounts?size=x"],
    ["/accounting/v1/accounts/statements", asJson({})],
    ["/pos/v1/terminals?page=x"],
    [epos],
    [epos, asJson({ ...payment, terminal_id: "1" })],
    [`${epos}/refund`, asJson({})],
  ])("%s", async (...call) => {
    const { status, headers, body } = await ask(call);
    expect([status, headers.get("content-type")]).toEqual([400, "application/problem+json; charset=utf-8"]);
    expect(body).toEqual({
      type: "https://tools.ietf.org/html/rfc7231#section-6.5.1",
      title: "One or more validation errors occurred.",
      status: 400,
      errors: expect.anything(),
    });
    expect(Object.values(Object(body.errors)).every((messages) => Array.isArray(messages) && messages.length > 0)).toBe(true);
  });

  test("so is the end of a payment that has ended", async () => {
    const gateway = createTestSandbox();
    const as = await gateway.as("corner-cafe");
    const { body } = await as(epos, asJson(payment));
    await as(`${epos}/${body.payment_id}`, { method: "DELETE" });
    const refused = [
      await as(`${epos}/${body.payment_id}`, { method: "DELETE" }),
      await as(`${epos}/${body.payment_id}/reversal`, asJson({})),
    ];
    expect(refused.map((answer) => [answer.status, Object.keys(Object(answer.body.errors))])).toEqual([
      [400, ["payment_id"]],
      [400, ["payment_id"]],
    ]);
  });
});

describe("every other refusal is a plain problem", () => {
  test.each<[...Call, number]>([
    [`${list}/%E0%A4%A`, {}, 400],
    [`${list}?account_number=1`, {}, 404],
    [`${list}/POSA00000000XXXX`, {}, 404],
    [`${epos}/${nobody}`, {}, 404],
    [`${epos}/${nobody}/reversal`, asJson({}), 404],
    ["/pos/v1/terminals/1", {}, 404],
    ["/nowhere", {}, 404],
    [list, { method: "DELETE" }, 405],
    [epos, { method: "POST" }, 415],
    [epos, plainJson, 415],
    [`${epos}/refund`, plainJson, 415],
    [`${epos}/${nobody}/reversal`, plainJson, 415],
    ["/accounting/v1/accounts/statements", plainJson, 415],
    [list, { headers: { "x-session": "of nobody" } }, 401],
    [list, { headers: { authorization: "Bearer of nobody" } }, 401],
  ])("%s %j answers %i", async (path, init, wanted) => {
    const { status, headers, body } = await ask([path, init]);
    expect([status, headers.get("content-type")]).toEqual([wanted, "application/problem+json; charset=utf-8"]);
    expect(body).toMatchObject({ type: expect.stringMatching(/^https:/), title: expect.any(String), status: wanted });
    expect(body).not.toHaveProperty("errors");
  });

  test("without the scope the 403 says no more than that", async () => {
    const gateway = createTestSandbox({ settings: { scopes: ["nothing.at.all"] } });
    const { status, body } = await ask([list], gateway);
    expect([status, body]).toEqual([
      403,
      { type: "https://tools.ietf.org/html/rfc7231#section-6.5.3", title: "Forbidden", status: 403 },
    ]);
  });
});

test("a gateway that does not demand x-api-version takes plain JSON", async () => {
  expect((await ask([epos, plainJson], createTestSandbox({ settings: { demandApiVersion: false } }))).status).toBe(201);
});
