import { type APIRequestContext, test as base, expect, request } from "@playwright/test";
import { waitMs } from "#lib/core/testing/wait-ms.ts";
import type { Driver } from "../browsers/driver.ts";
import { type BrowserName, openBrowser } from "../browsers/open-browser.ts";
import { readSignIn } from "../support/app.ts";
import { origin } from "../support/surroundings.ts";
import { signInByApi } from "../support/test.ts";
import { type Hand, handOf, type Way } from "./hand.ts";

export { expect };

const openWithinMs = waitMs * 3;

type Test = {
  driver: Driver;
  sitDown: (way: Way) => Hand;
  /** Prepares and checks, with a session of its own. */
  api: APIRequestContext;
  /** A screenshot of what failed. */
  picture: undefined;
};

/** A browser with an administrator's session, and somebody at it. Playwright closes it after the test in any case. */
export const test = base.extend<Test, { browserKind: BrowserName }>({
  browserKind: ["chromium", { option: true, scope: "worker" }],
  driver: [
    async ({ browserKind }, use) => {
      const driver = await openBrowser(browserKind);
      try {
        await signIn(driver);
        await use(driver);
      } finally {
        await driver.close();
      }
    },
    { timeout: openWithinMs },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
  api: async ({}, use) => {
    const context = await request.newContext({ baseURL: origin, storageState: await signInByApi("admin") });
    await use(context);
    await context.dispose();
  },
  sitDown: async ({ driver }, use) => {
    await use((way) => handOf(driver, way));
  },
  picture: [
    async ({ driver }, use, info) => {
      await use(undefined);
      if (info.status === info.expectedStatus) return;
      const body = await driver.screenshot().catch(() => undefined);
      if (body) await info.attach("page", { body, contentType: "image/png" });
    },
    { auto: true },
  ],
});

async function signIn(driver: Driver): Promise<void> {
  const { email, password } = readSignIn().staff.find(({ role }) => role === "admin") ?? { email: "", password: "" };
  await driver.goto(`${origin}/login`);
  const status = await driver.run(async (body: string) => {
    const headers = { "content-type": "application/json" };
    return (await fetch("/api/session", { method: "POST", headers, body })).status;
  }, JSON.stringify({ email, password }));
  expect(status).toBe(200);
}

/** Opens a page of the app and waits until it takes keys: those pressed before hydration are lost. */
export async function openPage({ driver, until }: Hand, path: string): Promise<void> {
  await driver.goto(`${origin}${path}`);
  await until("hydration", () =>
    driver.run(() => Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__react"))),
  );
  // Handlers of keys are added after hydration; a page that nobody sees may draw no frames.
  await driver.run(() => new Promise<void>((resume) => setTimeout(resume, 200)));
}

/** The address without its origin. */
export const whereIs = ({ driver }: Hand): Promise<string> => driver.run(() => location.pathname + location.search);
