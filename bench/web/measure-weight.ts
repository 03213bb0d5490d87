import type { Browser, CDPSession } from "@playwright/test";
import type { DeskPage } from "#scripts/support/gallery/desk-pages.ts";
import type { DeskRecords } from "#scripts/support/gallery/desk-records.ts";
import { toCookies } from "../support/cookies.ts";
import type { OwnDesk } from "../support/own-desk.ts";

export type Weight = {
  page: string;
  /** Over the wire, headers included, until nothing has come for a while. */
  scriptBytes: number;
  /** Of them until the page's load event. */
  loadBytes: number;
  scripts: { path: string; bytes: number }[];
};

const stillMs = 1_500;
const giveUpMs = 30_000;

/** What one page loads of JavaScript into an empty cache, for somebody who just looks at it. */
export async function measureWeight(
  browser: Browser,
  { desk, page: wanted, records }: { desk: OwnDesk; page: DeskPage; records: DeskRecords },
): Promise<Weight> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    if (!wanted.isPublic) await context.addCookies(toCookies(desk.cookie, desk.origin));
    const page = await context.newPage();
    const heard = await listen(await context.newCDPSession(page));
    await page.goto(`${desk.origin}${wanted.address(records)}`, { waitUntil: "load" });
    const atLoad = heard.scripts();
    await untilStill(heard.lastAt);
    const scripts = heard.scripts();
    return { page: wanted.name, scriptBytes: sum(scripts), loadBytes: sum(atLoad), scripts };
  } finally {
    await context.close();
  }
}

async function listen(session: CDPSession) {
  const paths = new Map<string, string>();
  const bytes = new Map<string, number>();
  let lastAt = performance.now();
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type === "Script") paths.set(requestId, new URL(response.url).pathname);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!paths.has(requestId)) return;
    bytes.set(requestId, encodedDataLength);
    lastAt = performance.now();
  });
  await session.send("Network.enable");
  return {
    lastAt: () => lastAt,
    scripts: () => [...bytes].map(([id, each]) => ({ path: paths.get(id) ?? "", bytes: each })),
  };
}

async function untilStill(lastAt: () => number): Promise<void> {
  const giveUpAt = performance.now() + giveUpMs;
  const from = performance.now();
  while (performance.now() < giveUpAt && performance.now() - Math.max(lastAt(), from) < stillMs) {
    await new Promise((resume) => setTimeout(resume, 50));
  }
}

const sum = (scripts: Weight["scripts"]) => scripts.reduce((total, { bytes }) => total + bytes, 0);
