import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { appPages } from "./app-pages.ts";
import type { Theme } from "./shots.ts";
import { openContext, type Scene, untilReady, wear } from "./take-pictures.ts";

type Picture = { name: string; page: string; theme: Theme; width: number; height: number; act?: (page: Page) => Promise<void> };

/** Limits the size so that the README loads quickly. */
const bytesMax = 150_000;

const pictures: readonly Picture[] = [
  { name: "overview", page: "overview", theme: "light", width: 1440, height: 900 },
  {
    name: "list-with-drawer",
    page: "merchant-transactions",
    theme: "light",
    width: 1440,
    height: 900,
    act: async (page) => {
      await page.locator("[role=grid] [data-key]").nth(3).focus();
      await page.keyboard.press("p");
      await page.locator("aside dl").first().waitFor();
    },
  },
  { name: "notification", page: "notification", theme: "dark", width: 1440, height: 900 },
  { name: "telephone", page: "merchant-transactions", theme: "dark", width: 360, height: 740 },
];

/** Takes the pictures of the README, each in a window of that size. Returns their files. */
export async function takeReadmePictures(scene: Scene, folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  for (const { name, page: pageName, theme, width, height, act } of pictures) {
    const wanted = appPages.find((item) => item.name === pageName);
    if (!wanted) throw new Error(`There is no page "${pageName}".`);
    const context = await openContext(scene, { isPublic: false, state: "normal" });
    const page = await context.newPage();
    await page.setViewportSize({ width, height });
    await page.goto(`${scene.app.origin}${wanted.address(scene.records)}`);
    await wear(page, theme);
    const problem = await untilReady(page, "normal");
    if (problem) throw new Error(`${name}: ${problem}`);
    await act?.(page);
    await untilReady(page, "normal");
    files.push(await takeSmall(page, path.join(folder, name)));
    await context.close();
  }
  return files;
}

/** The highest quality that fits the limit. */
async function takeSmall(page: Page, name: string): Promise<string> {
  const file = `${name}.jpg`;
  for (const quality of [88, 80, 70, 60]) {
    await page.screenshot({ path: file, type: "jpeg", quality, animations: "disabled" });
    if ((await stat(file)).size <= bytesMax) return file;
  }
  throw new Error(`${file} is larger than ${bytesMax / 1_000} KB.`);
}
