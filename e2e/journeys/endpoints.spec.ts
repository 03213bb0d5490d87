import type { Locator } from "@playwright/test";
import { readClipboard } from "../support/clipboard.ts";
import { readSignIn, untilAwake } from "../support/desk.ts";
import { origin } from "../support/surroundings.ts";
import { expect, test } from "../support/test.ts";

/** The merchant of a journey's own: nobody else's payments move what is looked at. */
const merchant = "bodega-del-sol";

const factOf = (main: Locator, name: string) =>
  main.locator("dt", { hasText: new RegExp(`^${name}$`) }).locator("xpath=following-sibling::dd[1]");

test("the addresses to enter at the gateway are there to copy, with SID and certificates", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/sandbox/${merchant}/endpoints`);
  await untilAwake(page);
  const main = page.getByRole("main");
  const { sid = "", url = "" } = readSignIn().notify.find((each) => each.merchant === merchant) ?? {};
  const id = /\/api\/notify\/([0-9a-f]{32})$/.exec(url)?.[1];
  for (const [name, value] of [
    ["URL_Notify", `${origin}/api/notify/${id}`],
    ["URL_OK", `${origin}/return/${id}`],
    ["URL_Cancel", `${origin}/return/${id}`],
    ["SID", sid],
  ] as const) {
    await expect(factOf(main, name)).toContainText(value);
    await main
      .getByRole("button", { name: `Copy ${name}` })
      .first()
      .click();
    await expect.poll(() => readClipboard(page)).toContain(value);
  }
  await expect(main.getByText(/\d{3,4} bit/).first()).toBeVisible();
});

test("when something was last received stands there the moment it comes", async ({ page, request }) => {
  const before = new Date();
  await page.goto(`/sandbox/${merchant}/endpoints`);
  const last = factOf(page.getByRole("main"), "Last received");
  await expect(last).toBeVisible();
  const shown = await last.innerHTML();
  const { sandbox } = readSignIn();
  const order = { merchant, amountMinor: 3_200, currency: "EUR", order: `LAST-${before.getTime()}` };
  const response = await request.post("/sandbox-gateway/control/orders", {
    headers: { "x-control-key": sandbox.controlKey },
    data: order,
  });
  expect(await response.json()).toMatchObject({ status: "paid" });
  // To the millisecond in its title, should another have come within the same second.
  await expect.poll(() => last.innerHTML()).not.toBe(shown);
});
