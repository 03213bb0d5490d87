import { expect, test } from "vitest";
import { listPaymentStates } from "./payment-states.ts";

const [createdAt, updatedAt] = ["2026-11-24T11:07:59.000Z", "2026-11-24T11:18:02.000Z"];

test("a payment is reversed when it was reversed, not when it was begun", () => {
  expect(listPaymentStates({ status: "reversed", createdAt, updatedAt })).toEqual([
    { status: "success", at: createdAt },
    { status: "reversed", at: updatedAt },
  ]);
});

test("any other state is that of the one event", () => {
  expect(listPaymentStates({ status: "success", createdAt, updatedAt })).toEqual([{ status: "success", at: createdAt }]);
});
