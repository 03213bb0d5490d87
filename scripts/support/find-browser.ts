import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { canInstallFromDebian, hasDebianPackages, installFromDebian } from "./debian-packages.ts";

/** Chromium without its own windows, in half the processor time. Not the script in /usr/bin, which outlives a kill. */
const debianShell = "/usr/lib/chromium/chromium-headless-shell";
const usualPlaces = [debianShell, "/usr/bin/chromium", "/usr/bin/google-chrome", "/usr/bin/chromium-browser"];

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
  if (!process.env.CHROMIUM_PATH && !existsSync(debianShell) && canInstallFromDebian()) {
    installFromDebian(["chromium-headless-shell"], "Chromium for the browser tests");
  }
  const found = findBrowser();
  if (found) return found;
  throw new Error(
    `There is no Chromium for the browser tests. Run: ${
      hasDebianPackages()
        ? "sudo apt-get update && sudo apt-get install -y --no-install-recommends chromium-headless-shell"
        : "npx playwright install --with-deps chromium"
    }`,
  );
}
