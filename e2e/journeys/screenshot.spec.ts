import { existsSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { openCafe, signIn } from "../support/desk.ts";

const file = "docs/desk.png";

test("the README's picture shows the desk as it is", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await signIn(page);
  await openCafe(page);
  await page.getByRole("button", { name: "Last week" }).click();
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  await page.screenshot({ path: process.env.KEEP_SCREENSHOT ? file : test.info().outputPath("desk.png") });
  expect(existsSync(file)).toBe(true);
});
