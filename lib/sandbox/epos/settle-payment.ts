import type { MerchantProfile } from "../merchant-profile.ts";
import { findProfile } from "../merchants.ts";
import type { World } from "../world.ts";
import { type Booking, bookDebit, bookSale } from "./book-payment.ts";
import { findPayment, movePayment, outcomeOf, type Payment, settlingKind } from "./payment-state.ts";

const leaseMs = 30_000;
const atOnce = 50;

/** Completes a due payment and books it. Idempotent: one process completes it, and bookings are made once. */
export async function settlePayment(world: World, profile: MerchantProfile, payment: Payment): Promise<Payment> {
  const settled = await endPayment(world, payment);
  if (settled !== payment) await book(world, profile, settled);
  return settled;
}

/** Completes all due payments; also books rows that are missing after a crash. */
export async function settleDuePayments(world: World): Promise<void> {
  for (const { key } of await world.storage.claimDue(settlingKind, { now: world.now(), leaseMs, limit: atOnce })) {
    const payment = await findPayment(world, key);
    const profile = payment && findProfile(payment.slug);
    if (profile) await book(world, profile, await endPayment(world, payment));
    await world.storage.remove(settlingKind, key);
  }
}

/** The same payment while it is not due, or once it has ended. */
async function endPayment(world: World, payment: Payment): Promise<Payment> {
  const outcome = outcomeOf(payment);
  if (payment.status !== "InProgress" || outcome === undefined || world.now() < payment.settlesAt) return payment;
  const ended = await movePayment(world, payment.id, "InProgress", outcome);
  return ended ?? (await findPayment(world, payment.id)) ?? payment;
}

/** A reversed one was a sale before. */
async function book(world: World, profile: MerchantProfile, payment: Payment): Promise<void> {
  if (payment.status !== "Success" && payment.status !== "Reversed") return;
  if (payment.isRefund) await bookDebit(world, profile, toBooking(payment), "011");
  else await bookSale(world, profile, toBooking(payment), "501");
}

/** Books the reversal of a payment that is reversed. */
export async function bookReversal(world: World, id: string): Promise<void> {
  const payment = await findPayment(world, id);
  const profile = payment && findProfile(payment.slug);
  if (profile && payment.status === "Reversed") await bookDebit(world, profile, toBooking(payment), "036");
}

export function toBooking(payment: Payment): Booking {
  const { amountMinor, tipMinor, lastDigits, ...rest } = payment;
  return { ...rest, amountMinor: amountMinor + tipMinor, pan: `*${lastDigits}` };
}
