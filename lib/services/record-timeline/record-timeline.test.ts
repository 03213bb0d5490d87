import { afterAll, beforeAll, expect, test } from "vitest";
import type { TimelineEntry } from "#lib/contract/notification.ts";
import { forward, forwardTarget } from "#lib/db/schema/forward.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { createNote } from "../notes/write-note.ts";
import { getNotification } from "../notifications/get-notification.ts";
import { createReconciledFixture, type ReconciledFixture } from "../notifications/testing/reconciled-fixture.ts";
import { serviceText } from "../texts.ts";
import { getTransaction } from "../transactions/get-transaction.ts";
import { ofAnswer } from "./entries.ts";
import { findHistory } from "./find-history.ts";

const place = { environment, merchant: "knigi-online" } as const;
let fixture: ReconciledFixture;
let [reference, notification] = ["", ""];

beforeAll(async () => {
  fixture = await createReconciledFixture(["knigi-online", "corner-cafe"]);
  const { trnref, orderId } = await fixture.payOnline("knigi-online", 4321);
  notification = await fixture.receive("knigi-online", notifyEntries({ trnref, orderId, amount: "43.21", currency: "EUR" }));
  await fixture.follow();
  reference = trnref;
  const { id: endpointId } = await fixture.merchant("knigi-online");
  const { db } = fixture.store;
  await db.insert(forwardTarget).values({ endpointId, mode: "desk_answers", sealedUrl: Buffer.from(""), updatedBy: "test" });
  const failed = { at: new Date().toISOString(), status: 500, ms: 3, problem: serviceText("found_after_restore"), answer: "Iva" };
  await db.insert(forward).values({
    ...{ deliveryId: notification, endpointId, orderHash: Buffer.from("x"), mode: "desk_answers", state: "dead" },
    ...{ attempts: 4, dueAt: new Date(), queuedAt: new Date(), tries: [failed] },
  });
  await createNote(fixture.ctx(), { ...place, input: { notification, text: "Asked the shop." } });
  await createNote(fixture.ctx(), { ...place, input: { reference, text: `Card 4111 1111 1111 1111\n${"x".repeat(200)}` } });
});
afterAll(() => fixture.drop());

const textsOf = (history: TimelineEntry[]) => history.map(({ text }) => text);

test("a transaction's timeline has our answer, what the shop's system was sent, and the notes of all its records", async () => {
  const { history } = await getTransaction(fixture.ctx(), { ...place, reference });
  expect(textsOf(history)).toEqual([
    "Answered 200 OK in 1 ms",
    expect.stringMatching(/^Forwarding to the shop's system failed after 4 attempts\. /),
    "Note by admin@desk.example: Asked the shop.",
    expect.stringMatching(/^Note by admin@desk\.example: Card \[card 1111\] x+…$/),
  ]);
  expect(history.map(({ tone }) => tone)).toEqual(["success", "danger", "active", "active"]);
});

test("a notification's timeline says the same of itself, in the same words", async () => {
  const { timeline } = await getNotification(fixture.ctx(), { ...place, id: notification });
  const { history } = await getTransaction(fixture.ctx(), { ...place, reference });
  expect(textsOf(timeline)).toEqual(expect.arrayContaining(textsOf(history).slice(0, 3)));
});

test("what is queued again waits since then, and has no problem of an earlier round", async () => {
  const { db } = fixture.store;
  const [before] = await db.select().from(forward);
  const again = { state: "pending", attempts: 0, settledAt: null, queuedAt: new Date("2026-03-04T10:00:00Z") } as const;
  await db.update(forward).set({ ...again, triedAt: new Date("2026-03-01T10:00:00Z") });
  const { history } = await getTransaction(fixture.ctx(), { ...place, reference });
  expect(history).toContainEqual(
    expect.objectContaining({
      at: "2026-03-04T10:00:00.000Z",
      text: "Waiting to be forwarded to the shop's system, attempts so far: 0",
    }),
  );
  await db.update(forward).set({ ...before });
});

test("only a verified notification of a payment says that without OK the payment may be reversed", () => {
  const refused = { receivedAt: new Date(), answered: { status: 400, body: "", ms: 2 } };
  const textOf = (verdict: "valid" | "invalid", method: string) => ofAnswer({ ...refused, verdict, method }).text.message;
  expect(textOf("valid", "IPCPurchaseNotify")).toBe("We answered 400 in 2 ms, so the gateway may reverse the payment");
  expect(textOf("invalid", "IPCPurchaseNotify")).toBe("Answered 400 in 2 ms");
  expect(textOf("valid", "IPCPurchaseRollback")).toBe("Answered 400 in 2 ms");
});

// Attack: whoever may not read a shop's answer, or looks on a shared screen, would read it in the timeline.
test("what a viewer or a shared screen may not see is not in the timeline", async () => {
  const viewed = await getTransaction(fixture.ctx({ role: "viewer" }), { ...place, reference });
  expect(JSON.stringify(viewed.history)).not.toContain("Iva");
  const shared = await getTransaction(fixture.ctx({ isPresenting: true }), { ...place, reference });
  expect(textsOf(shared.history).filter((text) => text.startsWith("Note"))).toEqual([
    expect.stringMatching(/: •••$/),
    expect.stringMatching(/: •••$/),
  ]);
});

// Attack: another merchant's records by their ids.
test("another merchant's notifications and notes are not told", async () => {
  const { id: merchantId } = await fixture.merchant("corner-cafe");
  expect(await findHistory(fixture.ctx(), { merchantId, notification: [notification], reference: [reference] })).toEqual([]);
});
