import type { MerchantProfile } from "../merchant-profile.ts";
import type { World } from "../world.ts";
import { findPayment, listPaymentsOf, type Payment } from "./payment-state.ts";

type Refund = {
  terminal_id: string;
  reference_number?: string | null | undefined;
  amount: { value: number; currency_code: string };
};

const newestMax = 100;

/**
 * The payment whose card the customer presents for a refund. Where nothing names it: a recent one of the terminal with the same
 * reference, else the newest one of at least this amount.
 */
export async function findRefundedPayment(
  world: World,
  { slug }: MerchantProfile,
  { terminal_id: terminalId, reference_number: reference, amount }: Refund,
): Promise<Payment | undefined> {
  const id = reference ? await world.originalOf({ terminalId, referenceNumber: reference }) : undefined;
  const named = id === undefined ? undefined : await findPayment(world, id);
  if (named?.slug === slug) return named;
  const { payments } = await listPaymentsOf(world, { slug, terminalId }, { page: 1, size: newestMax });
  const paid = payments.filter(
    ({ isRefund, status, currency, amountMinor, tipMinor }) =>
      !isRefund && status === "Success" && currency === amount.currency_code && amountMinor + tipMinor >= amount.value,
  );
  return paid.find(({ referenceNumber }) => reference && referenceNumber === reference) ?? paid[0];
}
