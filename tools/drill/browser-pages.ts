import { chromium, type Page } from "@playwright/test";
import { findBrowser, quietBrowserFlags } from "#scripts/support/find-browser.ts";
import { toCookies } from "#tools/bench/support/cookies.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";

/** A browser of staff who are signed in, through the balancer. */
export type Browsing = {
  /** A page that stays open. */
  openPage(): Promise<OpenPage>;
  /** Opens the page anew, again and again, until it is stopped. */
  keepOpening(): {
    /** When at least so many were opened. */
    stop(atLeast?: number): Promise<Opened>;
  };
};

export type OpenPage = {
  /** Opens the search over merchants, whose script is loaded only now, then follows a link; what did not work. */
  use(): Promise<string[]>;
};

/** `faults`: scripts and style sheets that did not come, and pages that did not become usable. */
export type Opened = { opened: number; faults: string[] };

const list = "/demo/notifications";
const usableMs = 20_000;

export async function openBrowser(run: OwnRun, origin: string, cookie: string): Promise<Browsing> {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [...quietBrowserFlags, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
  run.defer(() => browser.close());
  const newContext = async () => {
    const context = await browser.newContext({ locale: "en-GB", viewport: { width: 1_440, height: 900 } });
    // Each browser is given a process of its own by the balancer.
    await context.addCookies(toCookies(cookie, origin).filter(({ name }) => name !== "counterfoil_process"));
    return context;
  };
  return {
    async openPage() {
      const page = await (await newContext()).newPage();
      await page.goto(`${origin}${list}`);
      await untilUsable(page);
      return { use: () => usePage(page) };
    },
    keepOpening() {
      let openedMin = Number.POSITIVE_INFINITY;
      const opened: Opened = { opened: 0, faults: [] };
      const work = (async () => {
        while (opened.opened < openedMin) {
          const context = await newContext();
          const page = await context.newPage();
          const faults = watchFaults(page);
          await page.goto(`${origin}${list}`).catch((error: Error) => faults.push(error.message));
          await untilUsable(page).catch(() => faults.push("the page did not become usable"));
          opened.opened += 1;
          opened.faults.push(...faults);
          await context.close();
        }
      })();
      return {
        async stop(atLeast = 0) {
          openedMin = atLeast;
          await work;
          return opened;
        },
      };
    },
  };
}

async function usePage(page: Page): Promise<string[]> {
  const faults = watchFaults(page);
  await page.keyboard.press("m");
  const search = page.getByRole("dialog").getByRole("textbox");
  await search.waitFor({ timeout: usableMs }).catch(() => faults.push("the search over merchants did not open"));
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Merchants", exact: true }).first().click();
  const heading = page.getByRole("heading", { name: "Merchants", exact: true });
  await heading.waitFor({ timeout: usableMs }).catch(() => faults.push("a link did not lead to its page"));
  return [...faults];
}

function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("response", (answer) => {
    if (answer.status() >= 400 && answer.url().includes("/_next/static/")) faults.push(`${answer.status()} ${answer.url()}`);
  });
  return faults;
}

/** Until React has taken it over. */
async function untilUsable(page: Page): Promise<void> {
  const isTakenOver = () => Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__react"));
  await page.waitForFunction(isTakenOver, undefined, { timeout: usableMs });
}
