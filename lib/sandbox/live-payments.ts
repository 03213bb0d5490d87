import { currencyExponent } from "#lib/core/currency.ts";
import { createOrder } from "./checkout/orders.ts";
import { payOrder } from "./checkout/pay-order.ts";
import { storeAddresses } from "./checkout/store-keys.ts";
import { bookSale } from "./epos/book-payment.ts";
import type { MerchantProfile, ProfileTerminal } from "./merchant-profile.ts";
import { profileOfNumber } from "./merchants.ts";
import { toStan } from "./stan.ts";
import type { World } from "./world.ts";

const kind = "live";
const key = "next";
/** How much of what an online merchant with terminals sells is sold online. */
const onlineShare = 0.6;
/** Few merchants sell nothing, so a few draws are enough. */
const drawsMax = 20;

/** Payments keep happening: when the next one is due, over all processes of this storage, a merchant gets it. */
export async function payWhenDue(world: World): Promise<void> {
  const { liveMinMs, liveSpreadMs } = world.settings;
  const pauseMs = liveMinMs + Math.floor(Math.random() * (liveSpreadMs + 1));
  await world.storage.insert({ kind, key, group: "", at: world.now() + pauseMs, tag: "", value: null });
  const due = await world.storage.claimDue(kind, { now: world.now(), leaseMs: pauseMs, limit: 1 });
  if (due.length > 0) await payOnce(world);
}

async function payOnce(world: World): Promise<void> {
  const profile = drawMerchant(world);
  if (!profile) return;
  const terminal = draw(profile.terminals.filter(({ enabled }) => enabled));
  const isOnline = profile.online && (!terminal || Math.random() < onlineShare);
  if (isOnline) await payOnline(world, profile);
  else if (terminal) await payAtTerminal(world, profile, terminal);
}

/** One that sells something; by its number, since there may be many thousands. */
function drawMerchant({ merchantCount }: World): MerchantProfile | undefined {
  for (let attempt = 0; attempt < drawsMax; attempt++) {
    const profile = profileOfNumber(1 + Math.floor(Math.random() * merchantCount));
    if (profile && profile.share > 0) return profile;
  }
  return undefined;
}

async function payOnline(world: World, profile: MerchantProfile): Promise<void> {
  const { currency } = draw(profile.accounts.filter(({ weight }) => weight > 0)) ?? profile.accounts[0];
  // A payment of a shop without addresses would only be reversed.
  if (!(await storeAddresses(world, profile.slug))) return;
  const order = await createOrder(world, { slug: profile.slug, amountMinor: drawAmount(profile, currency), currency });
  await payOrder(world, { profile, order }, { method: Math.random() < 0.5 ? "visa" : "mastercard" });
}

async function payAtTerminal(world: World, profile: MerchantProfile, terminal: ProfileTerminal): Promise<void> {
  const [number = 1] = await world.storage.increment([`stan:${profile.slug}`]);
  const digits = String(number % 100_000_000).padStart(8, "0");
  const booking = {
    amountMinor: drawAmount(profile, terminal.currency),
    currency: terminal.currency,
    terminalId: terminal.terminalId,
    referenceNumber: null,
    description: null,
    stan: toStan(number),
    paymentReference: `POSL${digits}${String(profile.number).padStart(4, "0")}`,
    pan: `*${String(Math.floor(Math.random() * 10_000)).padStart(4, "0")}`,
  };
  await bookSale(world, profile, booking, "501");
}

function draw<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(Math.random() * items.length)];
}

function drawAmount({ amounts: [least, most] }: MerchantProfile, currency: string): number {
  const minor = Math.round(least + (most - least) * Math.random() ** 2);
  return currencyExponent(currency) === 3 ? minor * 5 : minor;
}
