import type { Browser, CDPSession } from "@playwright/test";
import type { AppPage } from "#tools/gallery/app-pages.ts";
import type { AppRecords } from "#tools/gallery/app-records.ts";
import { toCookies } from "../support/cookies.ts";
import type { OwnApp } from "../support/own-app.ts";

export type Weight = {
  page: string;
  /** Transferred size of the scripts before the page's load event, without response headers. */
  scriptBytes: number;
  /** Transferred size after that, until the network is idle: charts and validation, for example. */
  laterBytes: number;
  /** The headers of all these responses. */
  headBytes: number;
  /** Transferred size of the fonts that its texts need. */
  fontBytes: number;
  scripts: { path: string; bytes: number }[];
};

const stillMs = 1_500;
const giveUpMs = 30_000;

/** The JavaScript that one page loads into an empty cache for a user who only reads it. */
export async function measureWeight(
  browser: Browser,
  { app, page: wanted, records }: { app: OwnApp; page: AppPage; records: AppRecords },
): Promise<Weight> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    if (!wanted.isPublic) await context.addCookies(toCookies(app.cookie, app.origin));
    const page = await context.newPage();
    const traffic = await listen(await context.newCDPSession(page));
    await page.goto(`${app.origin}${wanted.address(records)}`, { waitUntil: "load" });
    const atLoad = traffic.scripts();
    await untilStill(traffic.lastAt);
    const scripts = traffic.scripts();
    const fonts = traffic.fonts();
    return {
      page: wanted.name,
      scriptBytes: sum(atLoad),
      laterBytes: sum(scripts) - sum(atLoad),
      headBytes: traffic.headBytes(),
      fontBytes: sum(fonts),
      scripts,
    };
  } finally {
    await context.close();
  }
}

async function listen(session: CDPSession) {
  const loaded = new Map<string, { type: string; path: string }>();
  const heads = new Map<string, number>();
  const bytes = new Map<string, number>();
  let lastAt = performance.now();
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type !== "Script" && type !== "Font") return;
    loaded.set(requestId, { type, path: new URL(response.url).pathname });
    heads.set(requestId, response.encodedDataLength);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!loaded.has(requestId)) return;
    bytes.set(requestId, encodedDataLength - (heads.get(requestId) ?? 0));
    lastAt = performance.now();
  });
  await session.send("Network.enable");
  const ofType = (wanted: string) =>
    [...loaded].flatMap(([id, { type, path }]) => (type === wanted ? [{ path, bytes: bytes.get(id) ?? 0, id }] : []));
  return {
    lastAt: () => lastAt,
    headBytes: () => ofType("Script").reduce((total, { id }) => total + (heads.get(id) ?? 0), 0),
    scripts: () => ofType("Script").map(({ path, bytes: size }) => ({ path, bytes: size })),
    fonts: () => ofType("Font"),
  };
}

async function untilStill(lastAt: () => number): Promise<void> {
  const giveUpAt = performance.now() + giveUpMs;
  const from = performance.now();
  while (performance.now() < giveUpAt && performance.now() - Math.max(lastAt(), from) < stillMs) {
    await new Promise((resume) => setTimeout(resume, 50));
  }
}

const sum = (files: readonly { bytes: number }[]) => files.reduce((total, { bytes }) => total + bytes, 0);
