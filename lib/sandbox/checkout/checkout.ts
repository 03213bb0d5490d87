import { isCurrency } from "../../core/currency.ts";
import { parseDecimal } from "../../core/money.ts";
import { html, readForm } from "../http.ts";
import type { MerchantProfile } from "../merchant-profile.ts";
import { findProfile } from "../merchants.ts";
import type { World } from "../world.ts";
import { isPayMethod } from "./methods.ts";
import { withSignature } from "./notify-shop.ts";
import { createOrder, findOrder, moveOrder, type Order } from "./orders.ts";
import { checkoutCss, checkoutPage, messagePage } from "./page.ts";
import { type Customer, payOrder, redirectFields } from "./pay-order.ts";
import { toPhpForm } from "./sign.ts";
import { storeAddresses } from "./store-keys.ts";

const amountMax = 99_999_999;

/** The hosted checkout: `/checkout/{slug}?amount=&currency=` makes an order and goes to its page. No script anywhere. */
export async function serveCheckout(
  world: World,
  request: Request,
  segments: readonly string[],
  query: URLSearchParams,
): Promise<Response> {
  const [slug = "", place, id] = segments;
  if (slug === "checkout.css")
    return new Response(checkoutCss, { headers: { "content-type": "text/css; charset=utf-8", "cache-control": "no-store" } });
  const profile = findProfile(slug);
  if (!profile) return explain(world, "There is no such shop", "The address of this checkout is not right.", 404);
  if (place === undefined) return startOrder(world, profile, query);
  const order = place === "orders" && id !== undefined ? await findOrder(world, id) : undefined;
  if (order?.slug !== slug) return explain(world, "There is no such order", "The address of this checkout is not right.", 404);
  return request.method === "POST" ? decide(world, request, order, profile) : show(world, order, profile);
}

async function startOrder(world: World, profile: MerchantProfile, query: URLSearchParams): Promise<Response> {
  const currency = query.get("currency") ?? profile.accounts[0].currency;
  const amountMinor = isCurrency(currency) ? parseDecimal(query.get("amount") ?? "12.34", currency) : undefined;
  const orderId = query.get("order") ?? undefined;
  if (!isCurrency(currency))
    return explain(world, "This currency does not exist", "Use three capital letters, such as EUR.", 400);
  if (amountMinor === undefined || amountMinor <= 0 || amountMinor > amountMax) {
    return explain(world, "This amount cannot be paid", "Use a positive amount with a point, such as amount=12.34.", 400);
  }
  if (orderId !== undefined && !/^[\x20-\x7e]{1,80}$/.test(orderId))
    return explain(world, "This order number cannot be used", "Use 1 to 80 plain characters.", 400);
  const order = await createOrder(world, {
    slug: profile.slug,
    amountMinor,
    currency,
    ...(orderId === undefined ? {} : { orderId }),
  });
  return goTo(`${world.baseUrl}/checkout/${profile.slug}/orders/${order.id}`);
}

async function show(world: World, order: Order, profile: MerchantProfile): Promise<Response> {
  if (order.status === "pending") return html(checkoutPage(world.baseUrl, order, profile));
  if (order.status === "paying")
    return explain(world, "One moment", "This payment is being taken. Load the page again in a few seconds.", 200);
  return backToShop(world, order, profile);
}

async function decide(world: World, request: Request, order: Order, profile: MerchantProfile): Promise<Response> {
  const form = await readForm(request);
  if (form.get("act") === "cancel") {
    const canceled = await moveOrder(world, order.id, ["pending"], { status: "canceled" });
    return backToShop(world, canceled ?? order, profile);
  }
  const method = form.get("method");
  if (!isPayMethod(method)) return explain(world, "Choose how to pay", "Go back and choose one of the methods.", 400);
  await payOrder(world, order, { method, customer: readCustomer(form) });
  return show(world, (await findOrder(world, order.id)) ?? order, profile);
}

function readCustomer(form: URLSearchParams): Customer {
  const read = (name: string) => form.get(name)?.trim().slice(0, 100) || undefined;
  const entries = (["email", "phone", "firstNames", "familyName"] as const).map((name) => [name, read(name)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** To URL_OK or URL_Cancel by GET, carrying the signed fields (public-record-notify.md 5). */
async function backToShop(world: World, order: Order, profile: MerchantProfile): Promise<Response> {
  const addresses = await storeAddresses(world, order.slug);
  const title = order.status === "paid" ? "Paid" : "Not paid";
  if (!addresses) return explain(world, title, "The shop gave no address to go back to.", 200);
  const fields = await withSignature(world, order.slug, redirectFields(order, profile.sid));
  return goTo(`${order.status === "paid" ? addresses.urlOk : addresses.urlCancel}?${toPhpForm(fields)}`);
}

function goTo(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}

function explain(world: World, title: string, text: string, status: number): Response {
  return html(messagePage(world.baseUrl, title, text), status);
}
