import { expect, test } from "vitest";
import { type NotificationFacts, notificationState } from "./notification-state.ts";

const eur = (amountMinor: number) => ({ amountMinor, currency: "EUR" });

const received: NotificationFacts = {
  ...{ verdict: "valid", reasons: [], method: "IPCPurchaseNotify", state: "paid", gateway: "confirmed", conflict: false },
  ...{
    answered: { status: 200 },
    amountMinor: 726,
    currency: "EUR",
    card: "Visa ••0327",
    receivedAt: "2026-11-22T14:23:50.000Z",
  },
  booked: { ...eur(726), at: "2026-11-22T14:23:46.000Z" },
};

test.each<[Partial<NotificationFacts>, string]>([
  [{}, "paid"],
  [{ verdict: "invalid", reasons: ["signature"] }, "rejected"],
  [{ verdict: "not_checkable", answered: { status: 503 } }, "not_verified"],
  [{ method: "IPCPurchaseRollback", state: "reversed", gateway: null }, "reversal"],
  [{ state: "reversed" }, "reversed"],
  [{ state: "contested" }, "needs_review"],
  [{ state: "unconfirmed" }, "no_amount"],
  [{ conflict: true }, "conflict"],
  [{ method: "IPCSignatureVerify", state: null, gateway: null }, "setup_test"],
  [{ method: "IPCSomethingNew", state: null, gateway: null }, "message"],
  [{ method: "IPCPreAuthorizationNotify", state: "unconfirmed" }, "reserved"],
  [{ gateway: "mismatch" }, "amount_mismatch"],
  [{ gateway: "unknown" }, "not_found"],
  [{ gateway: "waiting" }, "checking"],
  [{ gateway: "unreachable" }, "gateway_away"],
])("a notification with %j is %s", (changed, name) => {
  expect(notificationState({ ...received, ...changed }).name).toBe(name);
});
