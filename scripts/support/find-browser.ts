import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { say } from "./say.ts";

const usualPlaces = ["/usr/bin/chromium", "/usr/bin/google-chrome", "/usr/bin/chromium-browser"];

/** Prevents background network requests and the use of a missing graphics card. */
export const quietBrowserFlags: readonly string[] = [
  ...["background-networking", "component-update", "sync", "quic", "gpu"].map((name) => `--disable-${name}`),
  "--no-first-run",
];

/** The Chromium for the journeys: CHROMIUM_PATH, the system's, or the one that Playwright downloaded. */
export function findBrowser(): string | undefined {
  const configured = process.env.CHROMIUM_PATH;
  return [...(configured ? [configured] : []), ...usualPlaces, chromium.executablePath()].find((file) => existsSync(file));
}

/** Finds one, or installs Debian's where that is allowed; otherwise throws with the command to run. */
export function ensureBrowser(): string {
  const found = findBrowser() ?? installDebianBrowser();
  if (found) return found;
  throw new Error(
    `There is no Chromium for the browser tests. Run: ${
      existsSync("/usr/bin/apt-get")
        ? "sudo apt-get update && sudo apt-get install -y --no-install-recommends chromium"
        : "npx playwright install --with-deps chromium"
    }`,
  );
}

function installDebianBrowser(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  say("Installing Debian's chromium for the browser tests (once, about half a minute) …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const flags of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]) {
    const { status, stderr } = spawnSync("apt-get", flags, { env, encoding: "utf8", stdio: ["ignore", "ignore", "pipe"] });
    if (status !== 0)
      throw new Error(`apt-get ${flags[0]} failed, so there is no Chromium for the browser tests:\n${stderr.trim()}`);
  }
  return findBrowser();
}
