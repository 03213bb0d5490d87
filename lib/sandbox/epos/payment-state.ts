import type { Paging } from "../accounting/paging.ts";
import { toWireTime } from "../ledger/ledger-row.ts";
import type { Json, StoredRecord } from "../storage.ts";
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
  isRefund: boolean;
  createdAt: number;
  updatedAt: number;
  settlesAt: number;
  stan: string;
  paymentReference: string | null;
};

const kind = "payment";
const monthMs = 30 * 86_400_000;

export async function findPayment({ storage }: World, id: string): Promise<Payment | undefined> {
  const record = await storage.find(kind, id);
  return record && (record.value as unknown as Payment);
}

export async function savePayment({ storage }: World, payment: Payment): Promise<void> {
  await storage.insert({ kind, key: payment.id, ...toRecord(payment) });
}

/** Changes a payment alone; undefined from `change` leaves it and is returned. */
export function changePayment(
  world: World,
  id: string,
  change: (payment: Payment) => Payment | undefined,
): Promise<Payment | undefined> {
  return world.storage.update(kind, id, (record) => {
    const changed = record && change(record.value as unknown as Payment);
    if (!changed) return { record: undefined, result: undefined };
    const next = { ...changed, updatedAt: world.now() };
    return { record: toRecord(next), result: next };
  });
}

export async function listStored(
  { storage }: World,
  group: string,
  { page, size }: Paging,
): Promise<{ payments: Payment[]; total: number }> {
  const records = await storage.list(kind, { group, newestFirst: true, offset: (page - 1) * size, limit: size });
  return { payments: records.map(({ value }) => value as unknown as Payment), total: await storage.count(kind, { group }) };
}

/** Ends a payment whose time has come: by the last two digits of its amount (contract.md), and books it once. */
export async function settle(world: World, payment: Payment, book: (settled: Payment) => Promise<void>): Promise<Payment> {
  const outcome = outcomeOf(payment.amountMinor);
  if (payment.status !== "InProgress" || outcome === undefined || world.now() < payment.settlesAt) return payment;
  const settled = await changePayment(world, payment.id, (current) =>
    current.status === "InProgress"
      ? {
          ...current,
          status: outcome,
          paymentReference: outcome === "Success" ? `POSA${current.id.slice(0, 12).toUpperCase()}` : null,
        }
      : undefined,
  );
  if (settled?.status === "Success") await book(settled);
  return settled ?? (await findPayment(world, payment.id)) ?? payment;
}

function outcomeOf(amountMinor: number): PaymentStatus | undefined {
  const ending = amountMinor % 100;
  if (ending === 5) return "Rejected";
  if (ending === 6) return "Failed";
  return ending === 7 ? undefined : "Success";
}

function toRecord(payment: Payment): Omit<StoredRecord, "kind" | "key"> {
  return {
    group: `${payment.slug}:${payment.terminalId}`,
    at: payment.createdAt,
    tag: payment.status,
    value: payment as unknown as Json,
  };
}

const messages: Record<PaymentStatus, string> = {
  InProgress: "TRANSACTION_IN_PROGRESS",
  Success: "TRANSACTION_SUCCESS",
  Canceled: "TRANSACTION_CANCELED",
  Failed: "TRANSACTION_FAILED",
  Reversed: "TRANSACTION_REVERSED",
  Rejected: "TRANSACTION_DECLINED",
};

/** public-record-gateway.md 5.1 and 5.2; the card's part only once there was a card. */
export function toWirePayment(payment: Payment): Record<string, unknown> {
  const base = {
    payment_id: payment.id,
    status: payment.status,
    amount: { value: payment.amountMinor, currency_code: payment.currency, tip: payment.tipMinor },
    created_at: toWireTime(payment.createdAt),
    updated_at: toWireTime(payment.updatedAt),
    reference_number: payment.referenceNumber,
    description: payment.description,
    terminal_id: payment.terminalId,
    expire_at: toWireTime(payment.createdAt + monthMs),
    status_message: messages[payment.status],
  };
  if (payment.status === "InProgress" || payment.status === "Canceled") return base;
  return {
    ...base,
    stan: payment.stan,
    auth_code: payment.id.slice(0, 6).toUpperCase(),
    response_code: payment.status === "Success" || payment.status === "Reversed" ? "00" : "05",
    card_qualifier: "VISA",
    pan: "****4242",
    aid: "A0000000031010",
    rrn: `${payment.stan.slice(0, 4)}0000${payment.stan.slice(2)}`,
    dcc_available: false,
    signature_required: false,
    transaction_date_local: toWireTime(payment.updatedAt).replace(/\D/g, "").slice(2),
    payment_reference: payment.paymentReference,
  };
}
