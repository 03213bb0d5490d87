import { expect, test } from "vitest";
import { createTestSandbox } from "../testing/test-sandbox.ts";

test("terminals page under `pagination`, are found by id, and each shows more of itself", async () => {
  const as = await createTestSandbox().as("taxi-athina");
  const { body } = await as("/pos/v1/terminals?size=10&page=3");
  expect(body.pagination).toEqual({ page: 3, page_size: 10, total_pages: 3, total_count: 24 });
  expect(body.terminals).toHaveLength(4);
  expect((await as("/pos/v1/terminals?terminal_id=81000605")).body.terminals).toHaveLength(1);
  expect((await as("/pos/v1/terminals/81000605")).body).toMatchObject({
    terminal_id: "81000605",
    device_currency: "EUR",
    status: "Active",
    settlement_account_number: "50000000601",
  });
  expect((await as("/pos/v1/terminals/81000001")).status).toBe(404);
});
