import { connectContent, connectDemo, runConnect } from "../support/own-gateway.ts";
import { origin } from "../support/surroundings.ts";
import { expect, test } from "../support/test.ts";

// Asserts what failed sign-ins lead to: never retried.
test.describe.configure({ retries: 0 });

test.beforeAll(connectDemo);
test.afterAll(connectDemo);

test("where the gateway refuses the integration, one notice on every page says why, since when, who can resume it, and where", {
  annotation: { type: "slow", description: "Runs the connect command beside the dashboard" },
}, async ({ page, request }) => {
  const stop = async () => (await (await request.get("/api/demo/connection/stop")).json()).stop;
  const check = () => request.post("/api/demo/connection/check", { headers: { origin } });
  // Of a client that never signed in, so that no token from before passes.
  const { clientId } = connectContent();
  for (const wrong of ["1", "2", "3"]
    .map((end) => clientId.slice(0, -1) + end)
    .filter((id) => id !== clientId)
    .slice(0, 2)) {
    const content = { ...connectContent({ slugs: ["corner-cafe"] }), clientId: wrong };
    expect((await runConnect(content)).code).toBe(0);
    await check();
  }
  // A sync under way with the credentials before may still succeed, which clears what failed; the guard never sends a third.
  await expect
    .poll(async () => {
      const stopped = await stop();
      if (stopped === null) await check();
      return stopped;
    })
    .toMatchObject({ cause: "refused" });

  for (const path of ["/demo", "/demo/transactions", "/demo/corner-cafe/notifications"]) {
    await page.goto(path);
    const notice = page.getByRole("status").filter({ hasText: "Sign-in to the gateway is stopped." });
    await expect(notice).toHaveCount(1);
    await expect(notice).toContainText("The gateway rejected the credentials");
    await expect(notice.locator("time")).toBeVisible();
    await expect(notice).toContainText("You can resume it.");
    expect((await notice.boundingBox())?.height).toBeLessThanOrEqual(48);
  }

  await test.step("it leads to the connection, and goes with the right credentials", async () => {
    await page.getByRole("status").getByRole("link", { name: "Connection", exact: true }).click();
    await expect(page).toHaveURL(/\/demo\/settings\/connection$/);
    await connectDemo();
    await expect.poll(stop).toBeNull();
    await expect(page.getByText("Sign-in to the gateway is stopped.")).toHaveCount(0);
  });
});
