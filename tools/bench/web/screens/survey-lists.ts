import type { Page } from "@playwright/test";
import { say } from "#scripts/support/say.ts";
import { untilIdle } from "#scripts/support/until-idle.ts";
import { type ListLayout, readListLayout } from "./in-page.ts";
import { ownRecords, refused } from "./own-records.ts";
import { type Screens, surveyedOnce } from "./screens.ts";

/** Every list. All have rows. */
const lists = [
  { name: "transactions", path: "/sandbox/transactions" },
  { name: "a merchant's transactions", path: "/sandbox/corner-cafe/transactions" },
  { name: "notifications", path: "/sandbox/notifications" },
  { name: "a merchant's notifications", path: "/sandbox/corner-cafe/notifications" },
  { name: "never notified", path: "/sandbox/notifications/never-notified" },
  { name: "money back", path: "/sandbox/notifications/money-back" },
  { name: "a refused merchant's notifications", path: `/sandbox/${refused}/notifications` },
  { name: "terminal payments", path: "/sandbox/payments" },
  { name: "fees", path: "/sandbox/fees" },
  { name: "merchants", path: "/sandbox/merchants" },
  { name: "audit log", path: "/sandbox/settings/audit" },
  { name: "team", path: "/sandbox/settings/staff" },
] as const;

export async function listsOf(screens: Screens): Promise<typeof lists> {
  await ownRecords(screens);
  return lists;
}

const widths = [
  [1440, 900],
  [1280, 800],
  [1024, 800],
  [820, 1180],
  [390, 844],
] as const;

export type ListOnScreen = ListLayout & { place: string; list: string; language: string; width: number };

/** Each list in each language and at each width. */
export const surveyLists = surveyedOnce(async (screens): Promise<ListOnScreen[]> => {
  const { withPage, sizes } = screens;
  const found: ListOnScreen[] = [];
  for (const { name, path } of await listsOf(screens)) {
    say(`  ${name} …`);
    for (const language of sizes.languages) {
      await withPage({ path, language }, async (page) => {
        for (const [width, height] of widths) {
          await resize(page, width, height);
          const place = `${name}, ${width} px, ${language}`;
          found.push({ ...(await readListLayout(page)), place, list: name, language, width });
        }
      });
    }
  }
  return found;
});

export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await untilIdle(page);
}
