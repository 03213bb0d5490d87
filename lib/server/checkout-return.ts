import "server-only";
import { getLocale, getTranslations } from "next-intl/server";
import type { Runtime } from "#lib/app/runtime.ts";
import { systemClock } from "#lib/core/clock.ts";
import type { LanguageTag } from "#lib/core/languages.ts";
import { createTokenBuckets } from "#lib/notifications/receive/token-bucket.ts";
import { type ReturnWords, renderReturnPage, waitSeconds } from "#lib/services/checkout-return/return-page.ts";
import { type ReturnView, readRedirect, readState } from "#lib/services/checkout-return/return-state.ts";
import { openTicket, sealTicket } from "#lib/services/checkout-return/return-ticket.ts";
import { getRuntime } from "./runtime.ts";

const bodyBytesMax = 65_536;
const orderLengthMax = 255;
/** All customers of a shop may share one proxy, so the rate limit is per endpoint, and generous. */
const arrivals = createTokenBuckets({ perSecond: 50, burst: 200, clock: systemClock });
const questions = createTokenBuckets({ perSecond: 2, burst: 20, clock: systemClock });

/** URL_OK and URL_Cancel: the fields are in the query or in a form. Never redirects. */
export async function respondToReturn(request: Request, endpointId: string): Promise<Response> {
  const runtime = await getRuntime();
  if (!arrivals.take(endpointId)) return tooOften();
  const form = request.method === "POST" ? await readForm(request) : Buffer.from(new URL(request.url).search.slice(1), "utf8");
  if (form === undefined) return new Response("the form is too large or of the wrong kind", { status: 413 });
  return page(runtime, endpointId, await readRedirect(ports(runtime), endpointId, form));
}

/** The state of the same order, by its ticket. */
export async function answerReturnStatus(request: Request, endpointId: string): Promise<Response> {
  const runtime = await getRuntime();
  const text = new URL(request.url).searchParams.get("ticket") ?? "";
  const ticket = openTicket(runtime.vault, { ticket: text, endpointId, nowMs: runtime.clock.now() });
  if (!questions.take(ticket ? text : endpointId)) return tooOften();
  const view: ReturnView = ticket ? await readState(ports(runtime), ticket) : { state: "not_yet", order: null, ticket: null };
  return page(runtime, endpointId, view);
}

function ports({ store, vault, clock }: Runtime) {
  return { db: store.db, vault, clock };
}

async function page(runtime: Runtime, endpointId: string, view: ReturnView | undefined): Promise<Response> {
  const t = await getTranslations("returning");
  if (!view) return new Response(t("noAddress"), { status: 404, headers: { "content-type": "text/plain; charset=utf-8" } });
  const headers = new Headers({ "content-type": "text/html; charset=utf-8" });
  const seconds = waitSeconds(view, runtime.clock.now());
  if (seconds !== undefined && view.ticket && view.ticket.orderId.length <= orderLengthMax) {
    const ticket = encodeURIComponent(sealTicket(runtime.vault, view.ticket));
    headers.set("refresh", `${seconds}; url=/return/${endpointId}/status?ticket=${ticket}`);
  }
  return new Response(renderReturnPage(view, toWords(t, await getLocale())), { headers });
}

function toWords(t: Awaited<ReturnType<typeof getTranslations<"returning">>>, tag: LanguageTag): ReturnWords {
  return {
    tag,
    say: (state) => ({ title: t(`${state}.title`), text: t(`${state}.text`) }),
    order: (number) => t.markup("order", { order: number, code: (chunks) => `<code>${chunks}</code>` }),
  };
}

async function tooOften(): Promise<Response> {
  const t = await getTranslations("returning");
  return new Response(t("tooOften"), {
    status: 429,
    headers: { "retry-after": "2", "content-type": "text/plain; charset=utf-8" },
  });
}

async function readForm(request: Request): Promise<Uint8Array | undefined> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > bodyBytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
