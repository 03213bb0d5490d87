import { findBrowser } from "#scripts/support/find-browser.ts";
import { findFirefox, findWebKit } from "#scripts/support/other-browsers.ts";
import { openChromium } from "./chromium.ts";
import type { Driver } from "./driver.ts";
import { openFirefox } from "./firefox.ts";
import { openWebKit } from "./webkit.ts";

export type BrowserName = "chromium" | "firefox" | "webkit";

export function openBrowser(name: BrowserName): Promise<Driver> {
  if (name === "chromium") return openChromium(there(findBrowser(), name));
  if (name === "firefox") return openFirefox(there(findFirefox(), name));
  return openWebKit(there(findWebKit(), name));
}

function there<Program>(program: Program | undefined, name: string): Program {
  if (program === undefined) throw new Error(`There is no ${name} here.`);
  return program;
}
