import { expect, test } from "vitest";
import { gatewayTones, paymentStateOf, standingOf } from "./notification-words.ts";

test("a notification is as good as the worst of its checks", () => {
  expect(standingOf({ verdict: "valid", gateway: "confirmed" })).toBe("valid");
  expect(standingOf({ verdict: "valid", gateway: null })).toBe("valid");
  expect(standingOf({ verdict: "invalid", gateway: null })).toBe("invalid");
  for (const gateway of ["waiting", "mismatch", "unknown", "unreachable"] as const) {
    expect(standingOf({ verdict: "valid", gateway })).toBe(gateway);
    expect(gatewayTones[gateway]).not.toBe("success");
  }
});

test("without the gateway's record a payment only claims to be paid", () => {
  const states = (["waiting", "unknown", "unreachable"] as const).map((gateway) => paymentStateOf({ state: "paid", gateway }));
  expect(states).toEqual(["says_paid", "says_paid", "says_paid"]);
  expect(paymentStateOf({ state: "paid", gateway: "confirmed" })).toBe("paid");
  expect(paymentStateOf({ state: "reversed", gateway: "unknown" })).toBe("reversed");
});
