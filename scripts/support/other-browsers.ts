import { existsSync, globSync } from "node:fs";
import { canInstallFromDebian, installFromDebian } from "./debian-packages.ts";

type WebKitPrograms = { driver: string; display: string; browser: string };

/** The browsers beside Chromium in which the journeys of the five jobs run. */
export const otherBrowsers = {
  firefox: { name: "Firefox", packages: ["firefox-esr"], find: findFirefox },
  webkit: { name: "WebKitGTK", packages: ["webkit2gtk-driver", "xvfb"], find: findWebKit },
} as const;
export type OtherBrowser = keyof typeof otherBrowsers;

export function findFirefox(): string | undefined {
  return ["/usr/bin/firefox-esr"].find((file) => existsSync(file));
}

export function findWebKit(): WebKitPrograms | undefined {
  const [driver, display] = ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"];
  const browser = globSync("/usr/lib/*-linux-gnu/webkit2gtk-4.*/MiniBrowser").toSorted().at(-1);
  return browser !== undefined && existsSync(driver) && existsSync(display) ? { driver, display, browser } : undefined;
}

/** Finds each, or installs Debian's where that is allowed. `missing` says why one is not there, and what to run. */
export function ensureOtherBrowsers(): { ready: OtherBrowser[]; missing: string[] } {
  const ready: OtherBrowser[] = [];
  const missing: string[] = [];
  for (const kind of Object.keys(otherBrowsers) as OtherBrowser[]) {
    const problem = ensure(kind);
    if (problem === undefined) ready.push(kind);
    else missing.push(problem);
  }
  return { ready, missing };
}

function ensure(kind: OtherBrowser): string | undefined {
  const { name, packages, find } = otherBrowsers[kind];
  if (find()) return undefined;
  if (!canInstallFromDebian()) return `${name}: install Debian's ${packages.join(" and ")}`;
  try {
    installFromDebian(packages, `${name} for the journeys`);
  } catch (error) {
    return `${name}: ${error instanceof Error ? error.message : error}`;
  }
  return find() ? undefined : `${name}: Debian's ${packages.join(" and ")} here do not contain what is needed`;
}
