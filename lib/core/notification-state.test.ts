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
  [{ verdict: "invalid", reasons: ["signature"], givenBack: null }, "rejected"],
  [{ verdict: "invalid", reasons: ["signature"], givenBack: eur(4_200) }, "rejected_reversed"],
  [{ verdict: "not_checkable", answered: { status: 503 } }, "not_verified"],
  [{ verdict: "not_checkable", answered: { status: 503 }, givenBack: eur(4_200) }, "not_verified_reversed"],
  [{ method: "IPCPurchaseRollback", state: "reversed", gateway: null }, "reversal"],
  [{ state: "reversed" }, "reversed"],
  [{ state: "contested" }, "needs_review"],
  [{ state: "unconfirmed" }, "no_amount"],
  [{ state: "unconfirmed", answered: { status: 500 } }, "unanswered"],
  [{ state: "unconfirmed", answered: { status: 500 }, givenBack: eur(726) }, "reversed"],
  [{ conflict: true }, "conflict"],
  [{ method: "IPCSignatureVerify", state: null, gateway: null }, "setup_test"],
  [{ method: "IPCSomethingNew", state: null, gateway: null }, "message"],
  [{ method: "IPCPreAuthorizationNotify", state: "unconfirmed" }, "reserved"],
  [{ method: "IPCPreAuthorizationNotify", state: "unconfirmed", answered: { status: 503 } }, "unanswered"],
  [{ method: "IPCPreAuthorizationNotify", state: "reversed" }, "reversed"],
  [{ gateway: "mismatch" }, "amount_mismatch"],
  [{ gateway: "unknown" }, "not_found"],
  [{ gateway: "waiting" }, "checking"],
  [{ gateway: "unreachable" }, "gateway_away"],
])("a notification with %j is %s", (changed, name) => {
  expect(notificationState({ ...received, ...changed }).name).toBe(name);
});

test("a rejected one whose order was rolled back says the Rollback's amount, and no card", () => {
  const forged = { ...received, verdict: "invalid", reasons: ["signature"], amountMinor: 1, booked: null } as const;
  const { values } = notificationState({ ...forged, givenBack: eur(4_200) });
  expect(values).toMatchObject({ amount: eur(4_200), card: null, reason: "signature", at: received.receivedAt });
  const unknown = notificationState({ ...forged, givenBack: { amountMinor: null, currency: null } });
  expect(unknown).toMatchObject({ name: "rejected_reversed", values: { amount: null } });
});
