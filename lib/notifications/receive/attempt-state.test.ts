import { expect, test } from "vitest";
import { attemptState, type OrderMessage } from "./attempt-state.ts";

const at = (second: number) => new Date(second * 1000);
const notify = (trnref: string, second: number): OrderMessage => ({
  method: "IPCPurchaseNotify",
  trnref,
  amountMinor: 100,
  receivedAt: at(second),
  lastSeenAt: at(second),
});
const rollback = (second: number, last = second): OrderMessage => ({
  method: "IPCPurchaseRollback",
  trnref: null,
  amountMinor: 100,
  receivedAt: at(second),
  lastSeenAt: at(last),
});

test("an attempt is paid once notified, and reversed by a rollback after it", () => {
  expect(attemptState([notify("1", 1)], "1")).toBe("paid");
  expect(attemptState([notify("1", 1), rollback(2)], "1")).toBe("reversed");
  expect(attemptState([rollback(2), notify("1", 1)], "1")).toBe("reversed");
});

test("an attempt notified after a rollback is contested, never shown as paid", () => {
  expect(attemptState([rollback(1), notify("2", 2)], "2")).toBe("contested");
  expect(attemptState([notify("1", 1), rollback(2), notify("2", 3)], "2")).toBe("contested");
  expect(attemptState([notify("1", 1), rollback(2, 5), notify("2", 3)], "1")).toBe("reversed");
});

test("without its notification an attempt is never confirmed", () => {
  expect(attemptState([], "1")).toBe("unconfirmed");
  expect(attemptState([{ ...notify("1", 1), method: "IPCPurchaseOK" }], "1")).toBe("unconfirmed");
});

test("a notification without an amount does not confirm a payment, and is reversed or contested like any other", () => {
  const unnamed = { ...notify("1", 2), amountMinor: null };
  expect(attemptState([unnamed], "1")).toBe("unconfirmed");
  expect(attemptState([unnamed, rollback(3)], "1")).toBe("reversed");
  expect(attemptState([rollback(1), unnamed], "1")).toBe("contested");
});

test("a pre-authorization is never paid, and is reversed or contested like a payment", () => {
  const reserved = { ...notify("1", 2), method: "IPCPreAuthorizationNotify" };
  expect(attemptState([reserved], "1")).toBe("unconfirmed");
  expect(attemptState([reserved, rollback(3)], "1")).toBe("reversed");
  expect(attemptState([rollback(1), reserved], "1")).toBe("contested");
});

test("an attempt that was charged is decided by its payment, not by its pre-authorization", () => {
  const reserved = { ...notify("1", 1), method: "IPCPreAuthorizationNotify" };
  expect(attemptState([reserved, notify("1", 3)], "1")).toBe("paid");
  expect(attemptState([reserved, rollback(2), notify("1", 3)], "1")).toBe("contested");
});
