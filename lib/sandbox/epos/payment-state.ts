import { randomBytes } from "node:crypto";
import { type TestOutcome, testOutcomeOf } from "#lib/core/test-amounts.ts";
import type { Paging } from "../accounting/paging.ts";
import { toStan } from "../stan.ts";
import type { RecordBody, RecordKind } from "../storage.ts";
import type { World } from "../world.ts";

export type PaymentStatus = "InProgress" | "Success" | "Canceled" | "Failed" | "Reversed" | "Rejected";

export type Payment = {
  id: string;
  slug: string;
  status: PaymentStatus;
  amountMinor: number;
  tipMinor: number;
  currency: string;
  terminalId: string;
  referenceNumber: string | null;
  description: string | null;
  operatorCode: string | null;
  isRefund: boolean;
  createdAt: number;
  updatedAt: number;
  settlesAt: number;
  stan: string;
  lastDigits: string;
  /** Its reference in the ledger once it succeeded; the payment itself never shows it. */
  paymentReference: string;
};

const kind: RecordKind<Payment> = "payment";
export const settlingKind = "settling";

export type NewPayment = Pick<
  Payment,
  | "slug"
  | "amountMinor"
  | "tipMinor"
  | "currency"
  | "terminalId"
  | "referenceNumber"
  | "description"
  | "operatorCode"
  | "isRefund"
> & {
  /** Of the customer's card; a new one without it. */
  lastDigits?: string | undefined;
};

/** Starts a payment that completes automatically; `settlingKind` stores when. */
export async function startPayment(world: World, start: NewPayment): Promise<Payment> {
  const { settleMinMs, settleSpreadMs } = world.settings;
  const at = world.now();
  const id = randomBytes(12).toString("hex");
  const [number = 1] = await world.storage.increment([`stan:${start.slug}`]);
  const payment: Payment = {
    ...start,
    id,
    status: "InProgress",
    createdAt: at,
    updatedAt: at,
    settlesAt: at + settleMinMs + Math.floor(Math.random() * (settleSpreadMs + 1)),
    stan: toStan(number),
    lastDigits: start.lastDigits ?? String(Number.parseInt(id.slice(-4), 16) % 10_000).padStart(4, "0"),
    paymentReference: `POSA${id.slice(0, 12).toUpperCase()}`,
  };
  await world.storage.insert({ kind, key: id, ...toRecord(payment) });
  if (outcomeOf(payment) !== undefined)
    await world.storage.insert({ kind: settlingKind, key: id, group: "", at: payment.settlesAt, tag: "", value: null });
  return payment;
}

/** Stores payments as they are, as those of the history; none that is stored is replaced, since it may have changed. */
export function addPayments({ storage }: World, payments: readonly Payment[]): Promise<void> {
  return storage.insertMany(payments.map((payment) => ({ kind, key: payment.id, ...toRecord(payment) })));
}

export async function findPayment({ storage }: World, id: string): Promise<Payment | undefined> {
  return (await storage.find(kind, id))?.value;
}

/** Changes the state of a payment; undefined when another process was first and it is no longer in state `from`. */
export function movePayment(world: World, id: string, from: PaymentStatus, to: PaymentStatus): Promise<Payment | undefined> {
  return world.storage.update(kind, id, (record) => {
    const payment = record?.value;
    if (payment?.status !== from) return { record: undefined, result: undefined };
    const next = { ...payment, status: to, updatedAt: world.now() };
    return { record: toRecord(next), result: next };
  });
}

/** Newest first. */
export async function listPaymentsOf(
  { storage }: World,
  { slug, terminalId }: Pick<Payment, "slug" | "terminalId">,
  { page, size }: Paging,
): Promise<{ payments: Payment[]; total: number }> {
  const group = `${slug}:${terminalId}`;
  const records = await storage.list(kind, { group, newestFirst: true, offset: (page - 1) * size, limit: size });
  return { payments: records.map(({ value }) => value), total: await storage.count(kind, { group }) };
}

/** The outcome of a payment, by the last two digits of its amount (docs/payments.md); undefined: stays in progress. */
export function outcomeOf({ amountMinor }: Pick<Payment, "amountMinor">): TestOutcome | undefined {
  return testOutcomeOf(amountMinor);
}

function toRecord(payment: Payment): RecordBody<Payment> {
  return {
    group: `${payment.slug}:${payment.terminalId}`,
    at: payment.createdAt,
    tag: payment.status,
    value: payment,
  };
}
