import type { Page } from "@playwright/test";
import { expect, test } from "../support/test.ts";

// Excludes the lists of all merchants' transactions: while the slow merchant is behind, refetching is correct.
const pages = [
  "/sandbox/payments",
  "/sandbox/notifications",
  "/sandbox/corner-cafe/transactions?sign=credit&order=oldest",
  "/sandbox/corner-cafe/payments?status=success",
  "/sandbox/corner-cafe/payments/new",
  "/sandbox/corner-cafe/notifications",
  "/sandbox/corner-cafe/endpoints",
  "/sandbox/corner-cafe/connection",
];

/** API requests that a page makes by itself, except for its event stream. */
function watchApi(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/") && !pathname.endsWith("/live")) requests.push(pathname + search);
  });
  return requests;
}

test("a page brings what it shows and asks for none of it again", {
  annotation: { type: "slow", description: "Waits on every page until the network is idle" },
}, async ({ page }) => {
  // Live events invalidate rows at any moment; this test concerns hydration only.
  await page.route("**/api/sandbox/live*", (route) => route.abort());
  const requests = watchApi(page);
  for (const path of pages) {
    // A busy machine may exceed the server's time budget; then the browser correctly fetches by itself.
    await expect(async () => {
      await page.request.get("/api/sandbox/corner-cafe/transactions");
      requests.length = 0;
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      expect(requests, path).toEqual([]);
    }).toPass();
  }
});

test("a page whose event stream missed too much asks again for what it shows", async ({ page }) => {
  const body = "retry: 3600000\nid: 1.0\nevent: reload\ndata: {}\n\n";
  await page.route("**/api/sandbox/live*", (route) => route.fulfill({ contentType: "text/event-stream", body }));
  const requests = watchApi(page);
  await page.goto("/sandbox/corner-cafe/payments?status=success");
  await expect.poll(() => requests.some((path) => path.startsWith("/api/sandbox/corner-cafe/payments"))).toBe(true);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a ledger can still be read", async ({ page }) => {
    await page.request.get("/api/sandbox/corner-cafe/transactions");
    await expect(async () => {
      await page.goto("/sandbox/corner-cafe/transactions");
      await expect(page.getByRole("row").nth(10)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(page.getByRole("row").nth(1)).toContainText("EUR");
    await expect(page).toHaveTitle(/^(?:\(\d+\) )?Transactions – Corner Cafe · Sandbox – Counterfoil$/);
  });
});

test("an address that leads nowhere keeps the theme and the navigation, and leads on", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  for (const path of ["/sandbox/nobody/transactions", "/sandbox/corner-cafe/nothing/here"]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(/not found$/);
    await expect(page.getByRole("navigation").getByRole("link", { name: "Transactions" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  }
  await page.getByRole("link", { name: "Go to the overview" }).click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
});
