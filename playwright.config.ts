import { defineConfig } from "@playwright/test";
import type { BrowserName } from "./e2e/browsers/open-browser.ts";
import { appCommand, appEnv, gatewayCommand, gatewayReadyUrl, origin } from "./e2e/support/surroundings.ts";
import { waitMs } from "./lib/core/testing/wait-ms.ts";
import { findBrowser, quietBrowserFlags } from "./scripts/support/find-browser.ts";

const server = {
  timeout: 120_000,
  stdout: "ignore",
  stderr: "pipe",
  gracefulShutdown: { signal: "SIGTERM", timeout: 25_000 },
} as const;

/** Instead of all journeys in Chromium, the five jobs and every page in these. */
const otherBrowsers = (process.env.E2E_OTHER_BROWSERS ?? "").split(",").filter((name) => name === "firefox" || name === "webkit");

const pagesInBrowsers = "**/pages-in-browsers.spec.ts";

export default defineConfig<object, { browserKind: BrowserName }>({
  testMatch: "**/*.spec.ts",
  forbidOnly: true,
  // A second try is listed as flaky. Journeys that assert payments, refunds, a lockout or lost notifications allow none.
  retries: 1,
  // The other browsers connect one environment, one after the other.
  workers: otherBrowsers.length > 0 ? 1 : 2,
  // Three times as long where the annotation `slow` stands.
  timeout: waitMs * 4,
  // Ends a run whose server is away before every journey has waited for it.
  maxFailures: 25,
  expect: { timeout: waitMs, toPass: { timeout: waitMs * 3 } },
  reporter: "list",
  projects:
    otherBrowsers.length > 0
      ? otherBrowsers.map((browserKind) => ({
          name: browserKind,
          testDir: "./e2e",
          testMatch: ["**/*five-jobs.spec.ts", pagesInBrowsers],
          use: { browserKind },
        }))
      : [
          // One after the other: they share one environment and disturb its gateway.
          { name: "own gateway", testDir: "./e2e/own-gateway", workers: 1 },
          { name: "journeys", testDir: "./e2e/journeys", testIgnore: pagesInBrowsers },
          { name: "entry points", testDir: "./e2e/entry-points" },
        ],
  use: {
    baseURL: origin,
    browserName: "chromium",
    locale: "en-GB",
    timezoneId: "Europe/Sofia",
    // Without them a single click waits for the whole time of its test.
    actionTimeout: waitMs,
    navigationTimeout: waitMs,
    // Without pictures, which double the time of every journey.
    trace: { mode: "retain-on-first-failure", screenshots: false, snapshots: true, sources: false },
    launchOptions: { executablePath: findBrowser(), args: [...quietBrowserFlags] },
  },
  webServer: [
    { ...server, command: appCommand, url: `${origin}/api/ready`, env: appEnv },
    { ...server, command: gatewayCommand, url: gatewayReadyUrl },
  ],
});
