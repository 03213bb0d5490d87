import { waitMs } from "#lib/core/testing/wait-ms.ts";
import { confirmIdentity, waitForHydration } from "../support/app.ts";
import { connectContent, demoSlugs, readGateway, runConnect } from "../support/own-gateway.ts";
import { expect, test } from "../support/test.ts";

// Asserts a count of sign-ins: never retried.
test.describe.configure({ retries: 0 });

const liveWithinMs = 2_000;

test("demo is connected, a merchant added and both tested in the browser, with nothing typed in a terminal", {
  tag: "@job",
}, async ({ page }) => {
  const gateway = readGateway();
  const cafe = gateway.merchants.find(({ slug }) => slug === "corner-cafe");
  await page.goto("/demo");
  await page.getByRole("main").getByRole("link", { name: "Connect gateway" }).click();
  const steps = page.getByRole("list", { name: "Connect in three steps" });
  await expect(steps.getByRole("heading", { name: "1 of 3 · Gateway" })).toBeVisible();
  await waitForHydration(page);

  await test.step("what is missing is said at its field, which gets the focus", async () => {
    await page.getByRole("button", { name: "Save and test" }).click();
    await expect(page.getByLabel("Partner ID")).toBeFocused();
    await expect(steps.getByText("Fill in this field.").first()).toBeVisible();
  });

  await test.step("the gateway", async () => {
    await page.getByLabel("Base URL").selectOption(gateway.baseUrl);
    await page.getByLabel("Partner ID").fill(gateway.integration.partnerId);
    await page.getByLabel("Application ID").fill(gateway.integration.applicationId);
    await page.getByLabel("Client ID").fill(gateway.integration.clientId);
    await expect(page.getByLabel("Client ID")).toHaveAttribute("type", "text");
    await page.getByLabel("Client secret").fill(gateway.integration.clientSecret);
    await page.getByRole("button", { name: "Save and test" }).click();
    await confirmIdentity(page, page.getByText("Partner access token"));
    await expect(steps.getByRole("listitem").filter({ hasText: "Partner access token" }).last()).toContainText("Works");
    await expect(steps.getByRole("listitem").filter({ hasText: "1 of 3" }).getByText("Done", { exact: true })).toBeVisible();
  });

  const addCafe = async () => {
    await page.getByRole("button", { name: "Add a merchant" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a merchant" });
    await dialog.getByLabel("Name", { exact: true }).fill(cafe?.name ?? "");
    await expect(dialog.getByLabel("Short name")).toHaveValue("corner-cafe");
    await dialog.getByLabel("Client ID").fill(cafe?.clientId ?? "");
    await dialog.getByLabel("Client secret").fill(cafe?.clientSecret ?? "");
    await dialog.getByLabel("SID").fill(cafe?.sid ?? "");
    await dialog.getByRole("button", { name: "Add and test" }).click();
    await expect(dialog).toHaveCount(0);
  };

  await test.step("a merchant", async () => {
    await addCafe();
    await expect(steps.getByRole("listitem").filter({ hasText: "List transactions" }).last()).toContainText("Works");
  });

  await test.step("the same merchant, entered once more as after a mistake, is tested again", async () => {
    const tested = page.waitForResponse((response) => response.url().endsWith("/api/demo/corner-cafe/connection/check"));
    await addCafe();
    await tested;
    await expect(steps.getByRole("listitem").filter({ hasText: "List transactions" }).last()).toContainText("Works");
  });

  await test.step("a file of merchants, with the password in between where that is needed", async () => {
    await page.getByRole("button", { name: "Import CSV" }).click();
    const dialog = page.getByRole("dialog", { name: "Import merchants" });
    const line = [cafe?.slug, cafe?.name, cafe?.clientId, cafe?.clientSecret, cafe?.sid].join();
    await dialog.getByLabel("Or paste it").fill(`slug,name,clientId,clientSecret,sid\n${line}`);
    await dialog.getByRole("button", { name: "Preview" }).click();
    await expect(dialog.getByRole("list", { name: "Preview by line" })).toContainText("No change");
    const refusal = { error: { code: "proof_required", message: "Confirm it's you.", requestId: "import" } };
    await page.route("**/merchants/import/steps", (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 });
    await dialog.getByRole("button", { name: "Add 1 merchant" }).click();
    const imported = page.getByText("1 merchant imported");
    await confirmIdentity(page, imported);
    await expect(imported.first()).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await page.getByRole("button", { name: "Import CSV" }).click();
    await expect(dialog.getByRole("button", { name: "Preview" })).toBeVisible();
    await expect(dialog.getByRole("list", { name: "Preview by line" })).toHaveCount(0);
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  await expect(page.getByText("1 of 1 merchant synced")).toBeVisible({ timeout: waitMs * 3 });
  await page.getByRole("link", { name: "Open transactions" }).click();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
});

test("connect beside the running dashboard brings its merchants to the demo pages within two seconds, and never tells a secret", {
  tag: "@job",
  annotation: { type: "slow", description: "Runs the command beside the dashboard" },
}, async ({ page, request }) => {
  const firstTwo = ["corner-cafe", "sakura-travel"];
  const content = connectContent({ slugs: firstTwo });
  await page.goto("/demo");
  const first = await runConnect(content);
  expect(first).toEqual({
    code: 0,
    stdout: "demo: the connection was changed.\nMerchants: 1 added, 0 changed, 1 unchanged.\n",
    stderr: "",
  });
  const slugs = async () =>
    (await (await request.get("/api/demo/merchants")).json()).map(({ slug }: { slug: string }) => slug).sort();
  await expect.poll(slugs, { timeout: liveWithinMs }).toEqual(firstTwo);

  await page.getByRole("button", { name: /^Merchant: / }).click();
  await expect(page.getByRole("dialog").getByRole("link", { name: "Sakura Reisen" })).toBeVisible();

  const again = await runConnect(content);
  expect(again.stdout).toBe("demo: the connection was unchanged.\nMerchants: 0 added, 0 changed, 2 unchanged.\n");

  const more = await runConnect(connectContent({ slugs: demoSlugs.filter((slug) => !firstTwo.includes(slug)) }));
  expect(more).toMatchObject({ code: 0, stdout: expect.stringContaining("4 added, 0 changed, 0 unchanged.") });
  await expect.poll(slugs, { timeout: liveWithinMs }).toEqual(demoSlugs);
});

test("connect with --check signs each merchant in once and says which pair the gateway refuses", { tag: "@job" }, async () => {
  const { stdout, code } = await runConnect(connectContent({ slugs: ["zum-anker", "refused"] }), ["--check"]);
  expect(stdout).toContain("zum-anker: signed in, and the list answered.");
  expect(stdout).toMatch(/refused: The gateway rejected this merchant's credentials\./);
  expect(stdout).toContain("1 of 2 merchants answered.");
  expect(code).toBe(1);
});

test("a mistake in the file is one line that names its place, and nothing is stored", async ({ request }) => {
  const listed = async () => (await (await request.get("/api/demo/merchants")).json()).length;
  const before = await listed();
  const content = connectContent({ slugs: ["corner-cafe"] });
  const wrong = {
    ...content,
    baseUrl: "http://10.0.0.1",
    merchants: content.merchants.map((item) => ({ ...item, slug: "Cafe" })),
  };
  const { code, stdout, stderr } = await runConnect(wrong);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^merchants\.0\.slug: /m);
  expect(stderr + stdout).not.toContain(readGateway().integration.clientSecret);
  expect(await listed()).toBe(before);
});
