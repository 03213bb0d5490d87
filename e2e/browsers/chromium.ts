import { chromium } from "@playwright/test";
import { waitMs } from "#lib/core/testing/wait-ms.ts";
import { quietBrowserFlags } from "#scripts/support/find-browser.ts";
import { type Driver, windowSize, zone } from "./driver.ts";

/** Chromium over Playwright. */
export async function openChromium(file: string): Promise<Driver> {
  const browser = await chromium.launch({ executablePath: file, args: [...quietBrowserFlags] });
  const page = await browser.newPage({ viewport: windowSize, locale: "en-GB", timezoneId: zone });
  page.setDefaultTimeout(waitMs);
  return {
    goto: async (url) => {
      await page.goto(url);
    },
    run: async (work, ...args) => {
      const source = `async (text) => JSON.stringify((await (${work})(...JSON.parse(text))) ?? null)`;
      return JSON.parse(await page.evaluate(`(${source})(${JSON.stringify(JSON.stringify(args))})`));
    },
    click: ({ x, y }, count = 1) => page.mouse.click(x, y, { clickCount: count }),
    press: (keys) => page.keyboard.press(keys),
    type: (text) => page.keyboard.type(text),
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  };
}
