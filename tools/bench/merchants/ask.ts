import type { Page } from "./pages.ts";

/** A completely received response. */
export type Asked = { ms: number; status: number; bytes: number; hasRetryAfter: boolean; text: string };

type Ask = { origin: string; cookie: string };

const giveUpAfterMs = 60_000;

/** A request with a session; status 0 when no response arrived within a minute. */
export async function ask({ origin, cookie }: Ask, address: string, init: RequestInit = {}): Promise<Asked> {
  const startedAt = performance.now();
  try {
    const answer = await fetch(`${origin}${address}`, {
      redirect: "manual",
      signal: AbortSignal.timeout(giveUpAfterMs),
      ...init,
      headers: { cookie, origin, ...(init.headers as Record<string, string>) },
    });
    const text = await answer.text();
    const ms = performance.now() - startedAt;
    const hasRetryAfter = answer.headers.has("retry-after");
    return { ms, status: answer.status, bytes: Buffer.byteLength(text), hasRetryAfter, text };
  } catch {
    return { ms: performance.now() - startedAt, status: 0, bytes: 0, hasRetryAfter: false, text: "" };
  }
}

/** Requests a page of the list as a browser does: a request with a body is a POST. */
export function askPage(app: Ask, page: Page, time: number): Promise<Asked> {
  if (!page.bodyOf) return ask(app, page.addressOf(time));
  const body = JSON.stringify(page.bodyOf(time));
  return ask(app, page.addressOf(time), { method: "POST", headers: { "content-type": "application/json" }, body });
}

/** Repeats a check until it holds; returns the milliseconds it took, NaN after the timeout. */
export async function waitUntilTrue(withinMs: number, pauseMs: number, holds: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now();
  while (!(await holds())) {
    if (performance.now() - startedAt > withinMs) return Number.NaN;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return performance.now() - startedAt;
}
