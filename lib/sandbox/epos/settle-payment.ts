import type { MerchantProfile } from "../merchant-profile.ts";
import { findProfile } from "../merchants.ts";
import type { World } from "../world.ts";
import { type Booking, bookDebit, bookSale } from "./book-payment.ts";
import { findPayment, movePayment, outcomeOf, type Payment, settlingKind } from "./payment-state.ts";

const leaseMs = 30_000;
const atOnce = 50;

/** Completes a due payment and books it. Idempotent: one process completes it, and bookings are made once. */
export async function settlePayment(world: World, profile: MerchantProfile, payment: Payment): Promise<Payment> {
  const outcome = outcomeOf(payment);
  if (payment.status !== "InProgress" || outcome === undefined || world.now() < payment.settlesAt) return payment;
  const ended = await movePayment(world, payment.id, "InProgress", outcome);
  const settled = ended ?? (await findPayment(world, payment.id)) ?? payment;
  await book(world, profile, settled);
  return settled;
}

/** Completes all due payments; also books rows that are missing after a crash. */
export async function settleDuePayments(world: World): Promise<void> {
  for (const { key } of await world.storage.claimDue(settlingKind, { now: world.now(), leaseMs, limit: atOnce })) {
    const payment = await findPayment(world, key);
    const profile = payment && findProfile(payment.slug);
    if (profile) await book(world, profile, await settlePayment(world, profile, payment));
    await world.storage.remove(settlingKind, key);
  }
}

async function book(world: World, profile: MerchantProfile, payment: Payment): Promise<void> {
  if (payment.status !== "Success") return;
  if (payment.isRefund) await bookDebit(world, profile, toBooking(payment), "011");
  else await bookSale(world, profile, toBooking(payment), "501");
}

export function toBooking(payment: Payment): Booking {
  const { amountMinor, tipMinor, lastDigits, ...rest } = payment;
  return { ...rest, amountMinor: amountMinor + tipMinor, pan: `*${lastDigits}` };
}
