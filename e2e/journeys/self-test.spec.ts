import AxeBuilder from "@axe-core/playwright";
import { makeEndpoint } from "../support/own-endpoint.ts";
import { expect, test } from "../support/test.ts";

// Asserts the responses to notifications: never retried.
test.describe.configure({ retries: 0 });

test("one button shows what genuine and forged notifications are answered, and leaves no trace in the log", {
  annotation: { type: "slow", description: "Sends 21 notifications with deadlines of their own" },
}, async ({ page }) => {
  const { panel } = await makeEndpoint(page, "zum-anker");
  await panel.getByRole("button", { name: "Run test" }).click();
  await expect(panel.getByRole("progressbar")).toBeVisible();
  await expect(panel.getByText("All 23 checks passed")).toBeVisible();
  for (const [sample, answer] of [
    ["A verified payment", "200 OK"],
    ["The same message again", "200 OK"],
    ["Another amount", "400 invalid: signature"],
    ["A new field, not signed", "400 invalid: signature"],
    ["Values under other field names", "400 invalid: layout"],
    ["More than 64 KiB", "413"],
    ["Half a body, then silence", "408"],
  ] as const) {
    await expect(panel.getByRole("row").filter({ hasText: sample }).first()).toContainText(answer);
  }
  const { violations } = await new AxeBuilder({ page }).include("main").analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await expect(panel.getByText("Nothing yet")).toBeVisible();
  await page.goto("/sandbox/zum-anker/notifications?q=SELF-TEST");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "SELF-TEST" })).toHaveCount(0);
});

test.describe("a viewer", () => {
  test.use({ role: "viewer" });
  test("reads all of it and runs, changes and sends nothing", { tag: "@job" }, async ({ page }) => {
    await page.goto("/sandbox/corner-cafe/endpoints");
    await expect(page.getByRole("heading", { name: "Test this URL" }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Run test" })).toHaveCount(0);
    await expect(page.getByText("Edit forwarding")).toHaveCount(0);
  });
});
