import { appPages } from "#tools/gallery/app-pages.ts";
import { readSize } from "./in-page.ts";
import { type PageText, readText } from "./page-text.ts";
import { surveyedOnce } from "./screens.ts";

export type PageOnScreen = Awaited<ReturnType<typeof readSize>> & PageText & { place: string; html: string; title: string };

/** Every page of the app once, in English at 1440 pixels. */
export const surveyPages = surveyedOnce(async ({ app, records, withPage }): Promise<PageOnScreen[]> => {
  const found: PageOnScreen[] = [];
  for (const { name, address, isPublic } of appPages) {
    const path = address(records);
    const cookie = isPublic ? "" : app.cookie;
    const html = await (await fetch(`${app.origin}${path}`, { headers: { cookie } })).text();
    await withPage({ path, cookie }, async (page) => {
      found.push({ ...(await readSize(page)), ...(await readText(page)), title: await page.title(), place: name, html });
    });
  }
  return found;
});
