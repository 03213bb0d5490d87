import type { Locator } from "@playwright/test";
import { stamp, waitForHydration } from "../support/app.ts";
import { expect, signInByApi, test } from "../support/test.ts";

// A session of its own: a channel is added only soon after signing in.
test.use({ storageState: async ({ role }, use) => use(await signInByApi(role)) });

test("a person chooses when e-mail is sent, and a webhook of the team has a public address and a secret", async ({ page }) => {
  await page.goto("/sandbox/alerts");
  await page.getByRole("main").getByRole("link", { name: "Channels" }).click();
  await expect(page).toHaveURL(/\/sandbox\/alerts\/channels$/);
  await waitForHydration(page);
  const main = page.getByRole("main");
  const mail = main.getByRole("switch", { name: "Send me alerts by e-mail" });
  if (!(await mail.isChecked())) await main.getByText("Send me alerts by e-mail").click();
  const severities = main.getByRole("group", { name: "Which alerts" }).first().getByRole("checkbox");
  const toggle = async (boxes: readonly Locator[]) => {
    for (const box of boxes) await box.press("Space");
  };
  await expect(severities.first()).toBeAttached();
  const chosen: Locator[] = [];
  for (const box of await severities.all()) if (await box.isChecked()) chosen.push(box);
  const sent: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && sent.push(new URL(request.url()).pathname));
  await toggle(chosen);
  await main.getByRole("button", { name: "Save" }).click();
  await expect(main.getByText("Choose at least one.")).toBeVisible();
  await expect(severities.first()).toBeFocused();
  await expect(severities.first()).toHaveAccessibleDescription("Choose at least one.");
  expect(sent).not.toContainEqual(expect.stringContaining("channels"));
  await toggle(chosen);
  await expect(main.getByText("Choose at least one.")).toHaveCount(0);

  await main.getByLabel("When").selectOption("daily");
  await main.getByLabel("At", { exact: true }).fill("07:30");
  await main.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(main.getByLabel("At", { exact: true })).toHaveValue("07:30");

  await waitForHydration(page);
  const name = `On-call ${stamp()}`;
  await main.getByRole("button", { name: "Add channel" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("URL").fill("https://10.0.0.7/hook");
  await dialog.getByRole("button", { name: "Add channel" }).click();
  await expect(dialog).toContainText("10.0.0.7 is private");
  // A public address that nothing is sent to: the channel is off.
  await dialog.getByLabel("URL").fill("https://93.184.216.34/hook");
  await dialog.getByText("Send alerts").click();
  await dialog.getByLabel("When").selectOption("daily");
  await dialog.getByLabel("At", { exact: true }).fill("06:45");
  await dialog.getByText("Quiet hours: messages wait until they end").click();
  await dialog.getByRole("button", { name: "Add channel" }).click();
  await expect(main.getByText(/^whsec_/)).toBeVisible();
  await expect(main.getByRole("listitem").filter({ hasText: name })).toContainText("One message a day");
  await main.getByRole("button", { name: `Change: ${name}` }).click();
  await expect(dialog.getByLabel("At", { exact: true })).toHaveValue("06:45");
  await expect(dialog.getByLabel("From", { exact: true })).toHaveValue("22:00");
  await page.keyboard.press("Escape");

  await test.step("the result of a test goes with the address that it was of", async () => {
    const row = main.getByRole("listitem").filter({ hasText: name });
    const path = "**/api/sandbox/alerts/channels";
    const lastTry = { at: new Date().toISOString(), isSent: true, status: 200 };
    // Nothing is sent: the test, and then the list with its result, are answered here.
    await page.route(`${path}/test`, (route) => route.fulfill({ json: lastTry }));
    await page.route(path, async (route) => {
      const response = await route.fetch();
      const channels: { team: { name: string }[] } = await response.json();
      const team = channels.team.map((channel) => (channel.name === name ? { ...channel, lastTry } : channel));
      await route.fulfill({ response, json: { ...channels, team } });
    });
    await row.getByRole("button", { name: `Send a test message: ${name}` }).click();
    await expect(row.getByText("Last message sent")).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
    await row.getByRole("button", { name: `Change: ${name}` }).click();
    await dialog.getByLabel("URL").fill("https://93.184.216.35/hook");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row.getByText("Last message sent")).toHaveCount(0);
  });

  await main.getByRole("button", { name: `Delete: ${name}` }).click();
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(main.getByRole("heading", { name })).toHaveCount(0);
});
