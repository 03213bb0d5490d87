import { currencyExponent } from "../core/currency.ts";
import { createOrder } from "./checkout/orders.ts";
import { payOrder } from "./checkout/pay-order.ts";
import { bookSale } from "./epos/book-payment.ts";
import type { MerchantProfile } from "./merchant-profile.ts";
import { merchantProfiles } from "./merchants.ts";
import type { World } from "./world.ts";

const kind = "live";
const key = "next";

/** Payments keep happening: when the next one is due, over all processes of this storage, a merchant gets it. */
export async function payWhenDue(world: World): Promise<void> {
  const { liveMinMs, liveSpreadMs } = world.settings;
  const pauseMs = liveMinMs + Math.floor(Math.random() * liveSpreadMs);
  await world.storage.insert({ kind, key, group: "", at: world.now() + pauseMs, tag: "", value: null });
  const due = await world.storage.claimDue(kind, { now: world.now(), leaseMs: pauseMs, limit: 1 });
  if (due.length > 0) await payOnce(world);
}

async function payOnce(world: World): Promise<void> {
  const alive = merchantProfiles.filter(({ share }) => share > 0);
  const profile = alive[Math.floor(Math.random() * alive.length)];
  if (!profile) return;
  const account = profile.accounts[Math.floor(Math.random() * profile.accounts.length)] ?? profile.accounts[0];
  const amountMinor = drawAmount(profile, account.currency);
  if (profile.online && (profile.terminals.length === 0 || Math.random() < 0.6)) {
    const order = await createOrder(world, { slug: profile.slug, amountMinor, currency: account.currency });
    await payOrder(world, order, { method: Math.random() < 0.5 ? "visa" : "mastercard" });
    return;
  }
  const terminal = profile.terminals[Math.floor(Math.random() * profile.terminals.length)];
  if (!terminal) return;
  const [sequence = 1] = await world.storage.increment([`stan:${profile.slug}`]);
  const stan = String(sequence).padStart(6, "0");
  await bookSale(world, profile, {
    amountMinor: drawAmount(profile, terminal.currency),
    currency: terminal.currency,
    terminalId: terminal.terminalId,
    referenceNumber: null,
    description: null,
    stan,
    paymentReference: `POSA${terminal.terminalId}${stan.slice(-4)}`,
    pan: `*${String(Math.floor(Math.random() * 10_000)).padStart(4, "0")}`,
  });
}

function drawAmount({ amounts: [least, most] }: MerchantProfile, currency: string): number {
  const minor = Math.round(least + (most - least) * Math.random() ** 2);
  return currencyExponent(currency) === 3 ? minor * 5 : minor;
}
