import { readFileSync } from "node:fs";
import path from "node:path";
import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import { untilIdle } from "#scripts/support/until-idle.ts";
import { dataDir, origin } from "./surroundings.ts";

type SignInFile = {
  origin: string;
  staff: { email: string; password: string; role: string }[];
  sandbox: {
    controlKey: string;
    integration: { clientId: string; clientSecret: string; partnerId: string; applicationId: string };
    merchants: { slug: string; clientId: string; clientSecret: string }[];
  };
  notify: { merchant: string; url: string; privateKeyPem: string; sid: string }[];
};

/** The file that `npm start` writes for people and scripts (docs/api.md). */
export function readSignIn(): SignInFile {
  return JSON.parse(readFileSync(path.join(dataDir, "sign-in.json"), "utf8"));
}

/** The one-time link that `npm start` printed. */
export function readFirstAdminLink(): string {
  const printed = readFileSync(path.join(dataDir, "start.log"), "utf8");
  return /http\S+\/join#\S+/.exec(printed)?.[0] ?? "";
}

/** Part of a name or number that no other journey has: with letters, since one in ten of the clock's numbers could be a card's and would be masked. */
export function stamp(): string {
  return Date.now().toString(36);
}

/** Signs in through the page and waits for the sandbox's overview. */
export async function signIn(page: Page, role = "admin"): Promise<void> {
  const user = readSignIn().staff.find((item) => item.role === role);
  await page.goto("/login");
  await waitForHydration(page);
  await page.getByLabel("E-mail").fill(user?.email ?? "");
  await page.getByLabel("Password").fill(user?.password ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await waitForHydration(page);
}

/** Opens the busy cafe's transactions and waits for rows. */
export async function openCafe(page: Page): Promise<void> {
  await page.goto("/sandbox/corner-cafe/transactions");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await waitForHydration(page);
}

/** Waits for hydration: keys pressed earlier are lost. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__react")));
  // Global key handlers are added after hydration.
  await untilIdle(page);
}

/** A sandbox control, for example a fault or the delay of its lists. */
export async function control(page: Page, name: string, body: object): Promise<void> {
  const { sandbox } = readSignIn();
  const answer = await page.request.post(`/sandbox-gateway/control/${name}`, {
    data: body,
    headers: { "x-control-key": sandbox.controlKey },
  });
  expect(answer.ok()).toBe(true);
}

/** Paid at once: each adds a transaction and a notification of the merchant. Returns their order numbers. */
export async function payOrders(request: APIRequestContext, count: number, merchant = "knigi-online"): Promise<string[]> {
  const { sandbox } = readSignIn();
  const orders = Array.from({ length: count }, (_, index) => `ARRIVE-${stamp()}-${index}`);
  for (const order of orders) {
    const response = await request.post("/sandbox-gateway/control/orders", {
      headers: { "x-control-key": sandbox.controlKey },
      data: { merchant, amountMinor: 1_990, currency: "EUR", order },
    });
    expect(await response.json()).toMatchObject({ status: "paid" });
  }
  return orders;
}

type Change = { method: "DELETE" | "PATCH"; path: string; data?: object };

/** Puts settings of the sandbox back that a try broken off before may have left changed. */
export async function putBack(request: APIRequestContext, ...changes: readonly Change[]): Promise<void> {
  for (const { path, ...change } of changes) {
    const response = await request.fetch(`/api/sandbox/${path}`, { ...change, headers: { origin } });
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
  }
}

/** Types the administrator's password where the app asks for it before it shows `result`. */
export async function confirmIdentity(page: Page, result: Locator): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await expect(dialog.or(result).first()).toBeVisible();
  if (!(await dialog.isVisible())) return;
  const admin = readSignIn().staff.find(({ role }) => role === "admin");
  await dialog.getByLabel("Your password", { exact: true }).fill(admin?.password ?? "");
  await dialog.getByRole("button", { name: "Confirm" }).click();
}
