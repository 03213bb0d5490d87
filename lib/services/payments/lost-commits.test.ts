import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DatabaseProxy, openDatabaseProxy } from "#lib/app/testing/database-proxy.ts";
import { CommitUnknownError } from "#lib/db/connection/client-transaction.ts";
import { openStore, type Store } from "#lib/db/connection/open-store.ts";
import type { ServiceContext } from "../context.ts";
import { cancelPayment } from "./cancel-payment.ts";
import { createPayment } from "./create-payment.ts";
import { refundPayment } from "./refund-payment.ts";
import { cafe, failureOf, newKey, openPaymentFixture, type PaymentFixture, sale } from "./testing/payment-fixture.ts";

let fixture: PaymentFixture;
let proxy: DatabaseProxy;
let behind: Store;

beforeEach(async () => {
  fixture = await openPaymentFixture();
  proxy = await openDatabaseProxy(fixture.store.url);
  behind = openStore({ url: proxy.url, statementMs: 300, answerMs: 200 });
});
afterEach(async () => {
  await behind.close();
  await proxy.close();
  await fixture.drop();
});

type Operation = (ctx: ServiceContext, paymentId: string) => Promise<unknown>;

const acts: Record<string, { taken?: boolean; act: Operation }> = {
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
    const payment = taken ? await fixture.succeeded() : (await fixture.create()).payment;
    paymentId = payment.paymentId;
    changes = fixture.epos.changes;
  });

  test("it is sent once when COMMIT got no response and a new connection finds it stored", {
    meta: { slow: "Waits for the time that the database is given." },
  }, async () => {
    proxy.silenceAfter("commit\0", { arrives: true });
    await act({ ...fixture.ctx(), db: behind.db }, paymentId);
    expect(fixture.epos.changes).toBe(changes + 1);
  });

  // A bug would cause a second payment, by suggesting a retry of the first.
  test("after it was sent, the outcome is unknown and no retry is suggested", {
    meta: { slow: "Waits for the time that the database is given." },
  }, async () => {
    proxy.silenceAfter('update "payment" set', { arrives: false });
    const failure = await failureOf(act({ ...fixture.ctx(), db: behind.db }, paymentId));
    expect([failure, fixture.epos.changes]).toEqual([{ code: "outcome_unknown", values: ["paymentId"] }, changes + 1]);
  });

  test("it is not sent when COMMIT got no response and it is not found stored", {
    meta: { slow: "Waits for the time that the database is given." },
  }, async () => {
    proxy.silenceAfter("commit\0", { arrives: false });
    await expect(act({ ...fixture.ctx(), db: behind.db }, paymentId)).rejects.toThrow(CommitUnknownError);
    expect(fixture.epos.changes).toBe(changes);
  });
});
