import { defineConfig } from "@playwright/test";
import { findBrowser } from "./scripts/support/find-browser.ts";

// `npm run e2e` gives both; running Playwright by hand uses these.
const port = process.env.E2E_PORT ?? "3210";
const dataDir = process.env.E2E_DATA_DIR ?? ".data/e2e";
const origin = `http://localhost:${port}`;

const quietBrowser = ["background-networking", "component-update", "sync", "quic", "gpu"].map((name) => `--disable-${name}`);

export default defineConfig({
  testDir: "./e2e",
  testMatch: "**/*.spec.ts",
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    baseURL: origin,
    browserName: "chromium",
    locale: "en-GB",
    timezoneId: "Europe/Sofia",
    trace: "retain-on-failure",
    launchOptions: { executablePath: findBrowser(), args: [...quietBrowser, "--no-first-run"] },
  },
  webServer: {
    // What it prints is kept: the first administrator's link stands there only.
    command: `mkdir -p '${dataDir}' && exec node scripts/bootstrap.mjs start > '${dataDir}/start.log'`,
    url: `${origin}/api/ready`,
    timeout: 120_000,
    stdout: "ignore",
    stderr: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 25_000 },
    env: { PORT: port, HOST: "127.0.0.1", PUBLIC_ORIGIN: origin, DATA_DIR: dataDir, COUNTERFOIL_ENV_FILE: "", DATABASE_URL: "" },
  },
});
