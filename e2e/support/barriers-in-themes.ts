import type { Page } from "@playwright/test";
import { findBarriers } from "./barriers.ts";

/** Opens a page once and checks it in every theme: by all rules in the first, by the colour rules in the others. */
const themes = {
  light: { colorScheme: "light", contrast: "no-preference" },
  dark: { colorScheme: "dark", contrast: "no-preference" },
  "high contrast, light": { colorScheme: "light", contrast: "more" },
  "high contrast, dark": { colorScheme: "dark", contrast: "more" },
} as const;
export type Theme = keyof typeof themes;
const allThemes = Object.keys(themes) as Theme[];

type Look = { themes?: readonly Theme[]; within?: string };

/** `within`: the layout around it was checked on the previous page. */
export async function findInThemes(page: Page, { themes: selectedThemes = allThemes, within }: Look = {}): Promise<string[]> {
  const found: string[] = [];
  for (const theme of selectedThemes) {
    const { colorScheme, contrast } = themes[theme];
    await page.emulateMedia({ colorScheme, contrast, reducedMotion: "reduce" });
    const colours = theme === "light" ? {} : { only: "colours" as const, within };
    const barriers = await findBarriers(page, { isHighContrast: contrast === "more", ...colours });
    found.push(...barriers.map((barrier) => `${theme}: ${barrier}`));
  }
  await page.emulateMedia({ colorScheme: "light", contrast: "no-preference" });
  return found;
}
