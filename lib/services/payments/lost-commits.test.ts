import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DatabaseProxy, openDatabaseProxy } from "../../runtime/testing/database-proxy.ts";
import { CommitUnknownError } from "../../store/client-transaction.ts";
import { openStore, type Store } from "../../store/open-store.ts";
import type { ServiceContext } from "../context.ts";
import { cancelPayment } from "./cancel-payment.ts";
import { createPayment } from "./create-payment.ts";
import { refundPayment } from "./refund-payment.ts";
import { cafe, failureOf, newKey, openPaymentDesk, type PaymentDesk, sale } from "./testing/payment-desk.ts";

let desk: PaymentDesk;
let proxy: DatabaseProxy;
let behind: Store;

beforeEach(async () => {
  desk = await openPaymentDesk();
  proxy = await openDatabaseProxy(desk.store.url);
  behind = openStore({ url: proxy.url, statementMs: 300, answerMs: 200 });
});
afterEach(async () => {
  await behind.close();
  await proxy.close();
  await desk.drop();
});

type Act = (ctx: ServiceContext, paymentId: string) => Promise<unknown>;

const acts: Record<string, { taken?: boolean; act: Act }> = {
  "a payment": { act: (ctx) => createPayment(ctx, { ...cafe, idempotencyKey: newKey(), input: sale }) },
  "a refund": {
    taken: true,
    act: (ctx, paymentId) => {
      const input = { amountMinor: 100, reason: "Returned" };
      return refundPayment(ctx, { ...cafe, paymentId, idempotencyKey: newKey(), input });
    },
  },
  "a cancellation": {
    act: (ctx, paymentId) => cancelPayment(ctx, { ...cafe, paymentId, idempotencyKey: newKey(), input: {} }),
  },
};

describe.each(Object.entries(acts))("when the database does not answer about %s", (_name, { taken, act }) => {
  let paymentId: string;
  let changes: number;
  beforeEach(async () => {
    const payment = taken ? await desk.succeeded() : (await desk.create()).payment;
    paymentId = payment.paymentId;
    changes = desk.epos.changes;
  });

  test("it is sent once when COMMIT got no answer and a new connection finds it stored", async () => {
    proxy.silenceAfter("commit\0", { arrives: true });
    await act({ ...desk.ctx(), db: behind.db }, paymentId);
    expect(desk.epos.changes).toBe(changes + 1);
  });

  // Would win: a second payment, taken because the first was said to be worth another try.
  test("after it was sent, the outcome is unknown and nobody is told to try again", async () => {
    proxy.silenceAfter('update "payment" set', { arrives: false });
    const failure = await failureOf(act({ ...desk.ctx(), db: behind.db }, paymentId));
    expect([failure, desk.epos.changes]).toEqual([{ code: "outcome_unknown", fields: ["paymentId"] }, changes + 1]);
  });

  test("it is not sent when COMMIT got no answer and nobody finds it stored", async () => {
    proxy.silenceAfter("commit\0", { arrives: false });
    await expect(act({ ...desk.ctx(), db: behind.db }, paymentId)).rejects.toThrow(CommitUnknownError);
    expect(desk.epos.changes).toBe(changes);
  });
});
