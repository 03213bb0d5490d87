import { expect, test } from "vitest";
import { ApiError, networkError } from "./api-error.ts";
import { paymentLinkQuery } from "./payment-links.ts";

const open = { isOpen: true, status: "pending" };
const paid = { isOpen: false, status: "paid" };
const busy = new ApiError({ status: 503, code: "busy", message: "" });
const gone = new ApiError({ status: 404, code: "not_found", message: "" });

test.each([
  ["as long as it may be paid", open, null, 3_000],
  ["after a read that failed", open, busy, 3_000],
  ["while the server cannot be reached", undefined, networkError(), 3_000],
  ["never once its state is final", paid, null, false],
  ["never once it is gone", open, gone, false],
])("a payment link is read again %s", (_, data, error, pauseMs) => {
  const { refetchInterval } = paymentLinkQuery({ environment: "sandbox", merchant: "corner-cafe" }, "t-1");
  if (typeof refetchInterval !== "function") throw new Error("A link has no fixed interval.");
  expect(refetchInterval({ state: { data, error, status: error ? "error" : "success" } } as never)).toBe(pauseMs);
});
