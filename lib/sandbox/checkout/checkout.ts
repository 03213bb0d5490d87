import { isCurrency } from "#lib/core/currency.ts";
import { parseDecimal } from "#lib/core/money.ts";
import { orderMinorMax } from "#lib/core/sandbox.ts";
import { html, readForm } from "../http.ts";
import { accountFor, type MerchantProfile } from "../merchant-profile.ts";
import { findProfile } from "../merchants.ts";
import { methodNotAllowed } from "../problem.ts";
import type { World } from "../world.ts";
import { findLink } from "./links.ts";
import { redirectFields } from "./messages.ts";
import { isPayMethod } from "./methods.ts";
import { withSignature } from "./notify-shop.ts";
import { type Customer, countStart, createOrder, findOrder, findPayer, moveOrder, type Order, releaseOrderId } from "./orders.ts";
import { checkoutPage, messagePage } from "./page.ts";
import { payOrder } from "./pay-order.ts";
import { toPhpForm } from "./sign.ts";
import { storeAddresses } from "./store-keys.ts";
import { type Holes, type MessageName, readWords, type Words } from "./words.ts";

/** The checkout's one style sheet; light or dark by the browser's preference. */
const checkoutCss = `:root{color-scheme:light dark;--line:light-dark(#c9ced6,#4b525e);--accent:light-dark(#1f4fd8,#9db8ff);--on:light-dark(#fff,#10182b);--muted:light-dark(#545b66,#b4bac4)}
*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;background:light-dark(#f6f7f9,#14161a);color:light-dark(#15181d,#f0f2f5)}
main{max-width:30rem;margin:5vh auto 0;padding:1.5rem;background:light-dark(#fff,#1d2026);border:1px solid var(--line);border-radius:12px}
h1{font-size:1.2rem;margin:0}.amount{font-size:2rem;font-weight:650;margin:.25rem 0;font-variant-numeric:tabular-nums}.order{color:var(--muted);margin:0 0 1rem}
fieldset{border:0;padding:0;margin:0}legend{font-weight:600;padding:0 0 .5rem}.methods{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:.5rem}
.method{display:flex;gap:.5rem;align-items:center;border:1px solid var(--line);border-radius:8px;padding:.6rem .75rem;min-height:44px;cursor:pointer}.method:has(:checked){border-color:var(--accent);outline:1px solid var(--accent)}
details{margin:1rem 0}summary{cursor:pointer;min-height:32px}details label{display:block;margin-top:.5rem;color:var(--muted)}details input{display:block;width:100%;padding:.6rem;border:1px solid var(--line);border-radius:8px;background:transparent;color:inherit;font:inherit}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1rem}button{font:inherit;font-weight:600;border:1px solid var(--accent);border-radius:8px;padding:.7rem 1.2rem;min-height:44px;background:var(--accent);color:var(--on);cursor:pointer}.quiet{background:transparent;color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}footer{text-align:center;color:var(--muted);padding:1rem;font-size:.85rem}`;

/** Of all shops together: the checkout is open to everyone who reaches the sandbox, and orders shall not fill the disk. */
const ordersAMinute = 120;
const minuteMs = 60_000;

type Asked = { world: World; request: Request };
type Visit = Asked & { profile: MerchantProfile };

/** The hosted checkout: `/checkout/{slug}?amount=&currency=[&order=]` creates an order and redirects to its page. Works without scripts. */
export async function serveCheckout(world: World, request: Request, segments: readonly string[]): Promise<Response> {
  if (request.method !== "GET" && request.method !== "POST") return methodNotAllowed(["GET", "POST"]);
  const [slug = "", place, id] = segments;
  const profile = findProfile(slug);
  if (!profile || !(await isServed(world, profile))) return explain({ world, request }, "noShop", { status: 404 });
  const visit = { world, request, profile };
  if (place === undefined && request.method === "GET") return startOrder(visit);
  const order = place === "orders" && id !== undefined ? await findOrder(world, id) : undefined;
  if (order?.slug !== slug) return explain(visit, "noOrder", { status: 404 });
  return request.method === "POST" ? decide(visit, order) : show(visit, order);
}

/**
 * A single-use link, `/pay/{token}`: the order's page until it is paid, canceled or expired. Whoever presses Pay twice sees only
 * the second answer: it is that of the first.
 */
export async function serveLink(world: World, request: Request, token: string): Promise<Response> {
  if (request.method !== "GET" && request.method !== "POST") return methodNotAllowed(["GET", "POST"]);
  const link = await findLink(world, token);
  const profile = link && findProfile(link.order.slug);
  if (!profile) return explain({ world, request }, "noLink", { status: 404 });
  if (world.now() >= link.expiresAt) return explain({ world, request }, "linkOver", { status: 410 });
  const visit = { world, request, profile };
  if (request.method === "POST") return decide(visit, link.order);
  const isUsed = !["pending", "paying"].includes(link.order.status);
  return isUsed ? explain(visit, "linkUsed", { status: 410 }) : show(visit, link.order);
}

export function serveCheckoutStyle(): Response {
  return new Response(checkoutCss, { headers: { "content-type": "text/css; charset=utf-8", "cache-control": "no-store" } });
}

async function startOrder(visit: Visit): Promise<Response> {
  const { world, request, profile } = visit;
  const query = new URL(request.url).searchParams;
  const currency = query.get("currency") ?? profile.accounts[0].currency;
  const orderId = query.get("order") ?? undefined;
  if (!isCurrency(currency)) return refuse(visit, "noCurrency");
  if (!accountFor(profile, currency)) return refuse(visit, "foreignCurrency", { shop: profile.name, currency });
  const amountMinor = parseDecimal(query.get("amount") ?? "", currency);
  if (amountMinor === undefined || amountMinor <= 0 || amountMinor > orderMinorMax) return refuse(visit, "badAmount");
  if (orderId !== undefined && !isOrderId(orderId)) return refuse(visit, "badOrder");
  if (orderId !== undefined && (await findPayer(world, { slug: profile.slug, orderId })) !== undefined)
    return explain(visit, "orderUsed", { status: 409 });
  const isCounted = await countStart(world, { sinceMs: world.now() - minuteMs, most: ordersAMinute });
  if (!isCounted) return refuseForNow(visit);
  const order = await createOrder(world, { slug: profile.slug, amountMinor, currency, orderId });
  return redirectTo(`${world.baseUrl}/checkout/${profile.slug}/orders/${order.id}`);
}

/** One of this sandbox's merchants, or one that was connected when there were more. */
async function isServed(world: World, { slug, number }: MerchantProfile): Promise<boolean> {
  return number <= world.merchantCount || (await storeAddresses(world, slug)) !== undefined;
}

/** 1 to 80 characters, none of them a control character or half of one. */
export function isOrderId(text: string): boolean {
  return /^\P{Cc}{1,80}$/u.test(text) && text.isWellFormed();
}

async function show(visit: Visit, order: Order): Promise<Response> {
  const { world, profile } = visit;
  if (order.status === "pending") {
    const addresses = await storeAddresses(world, profile.slug);
    return html(checkoutPage(pageOf(visit), order, profile), 200, policy([addresses?.urlOk, addresses?.urlCancel]));
  }
  if (order.status === "paying") return explain(visit, "paying");
  return backToShop(visit, order);
}

async function decide(visit: Visit, order: Order): Promise<Response> {
  const { world, request, profile } = visit;
  const form = await readForm(request);
  if (form.get("act") === "cancel") {
    if (await moveOrder(world, order.id, "pending", { status: "canceled" })) await releaseOrderId(world, order);
  } else {
    const method = form.get("method");
    if (!isPayMethod(method)) return refuse(visit, "noMethod");
    const paid =
      order.status === "pending" && (await payOrder(world, { profile, order }, { method, customer: readCustomer(form) }));
    if (paid === "id_used") return explain(visit, "orderUsed", { status: 409 });
  }
  return show(visit, (await findOrder(world, order.id)) ?? order);
}

function readCustomer(form: URLSearchParams): Customer {
  // Cut by characters: half of one could be neither signed nor sent.
  const cut = (text: string) => [...text.replace(/\p{Cc}/gu, " ").trim()].slice(0, 100).join("");
  const read = (name: string) => cut(form.get(name) ?? "") || undefined;
  return { email: read("email"), phone: read("phone"), firstNames: read("firstNames"), familyName: read("familyName") };
}

/** Redirects to URL_OK or URL_Cancel by GET with the signed fields. */
async function backToShop(visit: Visit, order: Order): Promise<Response> {
  const { world, profile } = visit;
  const addresses = await storeAddresses(world, order.slug);
  const isPaid = order.status === "paid";
  if (!addresses) return explain(visit, isPaid ? "paid" : "notPaid");
  const fields = await withSignature(world, order.slug, redirectFields(order, profile));
  const target = new URL(isPaid ? addresses.urlOk : addresses.urlCancel);
  target.search = [target.search.slice(1), toPhpForm(fields)].filter(Boolean).join("&");
  return redirectTo(target.href);
}

function redirectTo(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}

function refuse(asked: Asked, name: MessageName, holes: Holes = {}): Response {
  return explain(asked, name, { status: 400, holes });
}

function refuseForNow(asked: Asked): Response {
  const response = explain(asked, "tooMany", { status: 429, holes: { most: String(ordersAMinute) } });
  response.headers.set("retry-after", String(minuteMs / 1000));
  return response;
}

type Explained = { status?: number; holes?: Holes };

function explain(asked: Asked, name: MessageName, { status = 200, holes = {} }: Explained = {}): Response {
  return html(messagePage(pageOf(asked), name, holes), status, policy([]));
}

function pageOf({ world, request }: Asked): { base: string; words: Words } {
  return { base: world.baseUrl, words: readWords(request) };
}

/** The directive form-action also applies to redirects, so it includes the shop's addresses. */
function policy(targets: readonly (string | undefined)[]): Record<string, string> {
  const origins = new Set(targets.flatMap((target) => (target === undefined ? [] : new URL(target).origin)));
  const formAction = ["'self'", ...origins].join(" ");
  const rules = `default-src 'none'; style-src 'self'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`;
  return { "content-security-policy": rules, "referrer-policy": "no-referrer" };
}
