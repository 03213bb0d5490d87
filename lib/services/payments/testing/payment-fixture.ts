import { sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Payment, PaymentDetail } from "#lib/contract/payment.ts";
import { fixedClock } from "#lib/core/clock.ts";
import { isAppError } from "#lib/core/errors.ts";
import type { Database } from "#lib/db/connection/open-store.ts";
import { payment, paymentCheck, paymentEvent, paymentOperation } from "#lib/db/schema/payment.ts";
import type { GatewayCall } from "#lib/gateway/types.ts";
import { createTestFixture, environment, type TestFixture } from "#lib/ledger-sync/testing/test-fixture.ts";
import { createPayment } from "../create-payment.ts";
import { getPayment } from "../get-payment.ts";
import { refundPayment } from "../refund-payment.ts";
import { startTinyEpos, type TinyEpos } from "./tiny-epos.ts";

/** A cafe and a hotel at a gateway whose states, faults and time the test controls. */
export type PaymentFixture = TestFixture & {
  epos: TinyEpos;
  clock: ReturnType<typeof fixedClock>;
  /** Advances the database's clock, which decides about payments, and the app's own clock. */
  pass(ms: number): Promise<void>;
  /** At the cafe, as all of these. */
  create(input?: object, idempotencyKey?: string | null): ReturnType<typeof createPayment>;
  read(paymentId: string): Promise<PaymentDetail>;
  refund(paymentId: string, amountMinor: number, idempotencyKey?: string): ReturnType<typeof refundPayment>;
  /** A payment that the app knows as successful. */
  succeeded(input?: object): Promise<Payment>;
};

export const cafe = { environment, merchant: "cafe" } as const;
export const sale = { amountMinor: 1234, currency: "EUR", terminalId: "81000001" };
let keys = 0;
export const newKey = () => `key-${++keys}`;

export async function openPaymentFixture(options: { onCall?: (call: GatewayCall) => void } = {}): Promise<PaymentFixture> {
  const epos = await startTinyEpos();
  const clock = fixedClock(Date.now());
  const merchants = ["cafe", "hotel"].map((slug) => ({ slug, clientId: `cli_${slug}`, clientSecret: "sec_1" }));
  const pair = { partnerId: "mps-p-1", applicationId: "mps-app-1", clientId: "client_1", clientSecret: "secret_1" };
  const fixture = await createTestFixture({ upstream: { baseUrl: epos.url, ...pair, merchants }, clock, ...options });
  const create: PaymentFixture["create"] = (input = sale, idempotencyKey = newKey()) =>
    createPayment(fixture.ctx(), { ...cafe, idempotencyKey, input });
  const read: PaymentFixture["read"] = (paymentId) => getPayment(fixture.ctx(), { ...cafe, paymentId });
  const pass: PaymentFixture["pass"] = async (ms) => {
    clock.advance(ms);
    await moveBack(fixture.store.db, ms);
  };
  return {
    ...fixture,
    epos,
    clock,
    pass,
    create,
    read,
    refund: (paymentId, amountMinor, idempotencyKey = newKey()) =>
      refundPayment(fixture.ctx(), { ...cafe, paymentId, idempotencyKey, input: { amountMinor, reason: "Returned" } }),
    succeeded: async (input) => {
      const { payment } = await create(input);
      for (const item of epos.payments) if (item.reference_number === payment.referenceNumber) item.status = "Success";
      await pass(2_000);
      return read(payment.paymentId);
    },
    drop: async () => {
      await epos.close();
      await fixture.drop();
    },
  };
}

/** Moves all stored times of payments this far into the past. */
async function moveBack(db: Database, ms: number): Promise<void> {
  const earlier = (column: AnyPgColumn) => sql`${column} - ${ms} * interval '1 millisecond'`;
  const { createdAt, updatedAt, askedAt } = payment;
  await db.update(payment).set({ createdAt: earlier(createdAt), updatedAt: earlier(updatedAt), askedAt: earlier(askedAt) });
  const { createdAt: began, updatedAt: changed } = paymentOperation;
  await db.update(paymentOperation).set({ createdAt: earlier(began), updatedAt: earlier(changed) });
  await db.update(paymentEvent).set({ at: earlier(paymentEvent.at) });
  await db.update(paymentCheck).set({ at: earlier(paymentCheck.at) });
}

type Failure = { code: string; fields: string[] | undefined; values: string[] | undefined };

/** The error's code, and the fields and values it names; fails when the work does not. */
export async function failureOf(work: Promise<unknown>): Promise<Failure> {
  try {
    await work;
  } catch (thrown) {
    const names = (value: object | undefined) => value && Object.keys(value);
    if (isAppError(thrown))
      return { code: thrown.code, fields: thrown.fields?.map((item) => item.field), values: names(thrown.details?.values) };
    throw thrown;
  }
  throw new Error("it should have failed");
}
