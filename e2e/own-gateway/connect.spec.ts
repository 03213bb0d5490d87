import { connectContent, demoSlugs, readGateway, runConnect } from "../support/own-gateway.ts";
import { expect, test } from "../support/test.ts";

// Asserts a count of sign-ins: never retried.
test.describe.configure({ retries: 0 });

const liveWithinMs = 2_000;

test("connect beside the running desk brings its merchants to the demo pages within two seconds, and never tells a secret", {
  tag: "@job",
  annotation: { type: "slow", description: "Runs the command beside the dashboard" },
}, async ({ page, request }) => {
  const firstTwo = ["corner-cafe", "sakura-travel"];
  const content = connectContent({ slugs: firstTwo });
  await page.goto("/demo");
  await expect(page.getByRole("main").getByText("Connect Demo")).toBeVisible();

  const first = await runConnect(content);
  expect(first).toEqual({
    code: 0,
    stdout: "demo: the connection was added.\nMerchants: 2 added, 0 changed, 0 unchanged.\n",
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
  expect(stdout).toMatch(/refused: The gateway refused this merchant's credentials\./);
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
