import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { openCafe, readSignIn, signIn } from "../support/app.ts";

// Asserts that no secret leaks: never retried.
test.describe.configure({ retries: 0 });

const tokenShape = /eyJ[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]+\./;

/** Every value that the browser must never receive; of a key, the part within its PEM header and footer. */
function secrets(): string[] {
  const { sandbox, notify } = readSignIn();
  return [
    sandbox.controlKey,
    sandbox.integration.clientId,
    sandbox.integration.clientSecret,
    ...sandbox.merchants.flatMap(({ clientId, clientSecret }) => [clientId, clientSecret]),
    ...notify.map(({ privateKeyPem }) => privateKeyPem.split("\n")[1] ?? privateKeyPem),
  ];
}

function leaksIn(text: string): string[] {
  const found = secrets().filter((secret) => text.includes(secret));
  return tokenShape.test(text) ? [...found, "a token"] : found;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    return statSync(file).isDirectory() ? filesBelow(file) : [file];
  });
}

test("no credential, token or session id reaches the browser", {
  annotation: { type: "slow", description: "Opens every page" },
}, async ({ page }) => {
  const bodies: { url: string; text: Promise<string> }[] = [];
  page.on("response", (response) => {
    const isStream = response.headers()["content-type"]?.includes("event-stream") ?? false;
    if (!isStream) bodies.push({ url: response.url(), text: response.text().catch(() => "") });
  });
  await signIn(page);
  await openCafe(page);
  for (const pageName of ["connection", "endpoints", "payments/new", "notifications"]) {
    await page.goto(`/sandbox/corner-cafe/${pageName}`);
    await expect(page.getByLabel(/^Loading/)).toHaveCount(0);
  }
  const leaks: string[] = [];
  for (const { url, text } of bodies) for (const leak of leaksIn(await text)) leaks.push(`${url}: ${leak.slice(0, 12)}`);
  for (const file of filesBelow(".next/static"))
    for (const leak of leaksIn(readFileSync(file, "utf8"))) leaks.push(`${file}: ${leak.slice(0, 12)}`);
  expect(bodies.length).toBeGreaterThan(20);
  expect(leaks).toEqual([]);
});

test("the search for secrets finds one that is there", () => {
  const [first = ""] = secrets();
  expect(leaksIn(`…${first}…`)).toHaveLength(1);
  expect(leaksIn('{"t":"eyJhbGciOiJub25lIn0.abc.def"}')).toEqual(["a token"]);
});
