import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { toPairId, toSecretMark } from "#lib/db/lockout/permit-rows.ts";
import { raiseFence } from "#lib/db/restore/raise-fence.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { startTinyGateway, type TinyGateway } from "#lib/gateway/testing/tiny-gateway.ts";
import { createTestFixture, createTestGateways, environment, type TestFixture } from "#lib/ledger-sync/testing/test-fixture.ts";
import type { ServiceContext, SignedInStaff } from "../context.ts";
import { failureOf } from "../payments/testing/payment-fixture.ts";
import { releaseRestored } from "./release-restored.ts";

const merchants = ["bakery", "cafe", "hotel", "kiosk", "spa"].map((slug) => ({
  ...{ slug, clientId: `cli_${slug}`, clientSecret: "sec_1" },
}));
/** Its credentials have never worked. */
const unproven = "kiosk";

let upstream: TinyGateway;
let fixture: TestFixture;
/** As in a process that was started after the restore, with nothing in memory. */
let gateways: ServiceContext["gateways"];
beforeEach(async () => {
  upstream = await startTinyGateway();
  const pair = { partnerId: "mps-p-1", applicationId: "mps-app-1", clientId: "client_1", clientSecret: "secret_1" };
  const connected = { baseUrl: upstream.url, ...pair, merchants };
  fixture = await createTestFixture({ upstream: connected });
  const { db, vault, gateways: before } = fixture.ctx();
  for (const { slug, clientId, clientSecret } of merchants) {
    const pairId = toPairId(vault, { environment, kind: "session", clientId });
    await db
      .update(merchant)
      .set({ pairId, secretMark: toSecretMark(vault, clientSecret) })
      .where(eq(merchant.slug, slug));
    if (slug !== unproven) await (await before.forMerchant(await fixture.merchant(slug))).listTerminals();
  }
  await raiseFence({ db, vault }, { restoredAt: new Date(), backupAt: new Date(), journalFolders: null });
  gateways = createTestGateways({ db, vault, upstream: connected });
  upstream.requests.length = 0;
});
afterEach(async () => {
  await upstream.close();
  await fixture.drop();
});

const recently: Partial<SignedInStaff> = { authenticatedAt: new Date(Date.now() + 60_000) };
const release = (person: Partial<SignedInStaff> = recently) =>
  releaseRestored({ ...fixture.ctx(person), gateways }, { environment, input: {} });
/** Sign-ins that were sent, in their order: `token`, or the client id of a session. */
const sent = () =>
  upstream.requests.flatMap(({ url, body }) => {
    if (url.endsWith("/oauth/token")) return "token";
    return url.endsWith("/auth/session") ? (JSON.parse(body) as { client_id: string }).client_id : [];
  });
const read = async (slug: string) => (await gateways.forMerchant(await fixture.merchant(slug))).listTerminals();
const exceptions = async () =>
  (await readAudit(fixture.ctx()))
    .filter(({ act }) => act === "guard.exception_used")
    .map(({ target, merchant: slug }) => slug ?? target);

test("after a restore without a journal nothing signs in until an administrator releases proven pairs one after another", async () => {
  for (const { slug } of merchants) await expect(read(slug)).rejects.toMatchObject({ code: "merchant_refused" });
  expect(sent()).toEqual([]);
  expect(await release()).toEqual({ released: 4, left: 0, failed: null });
  expect(sent()).toEqual(["token", "cli_bakery", "cli_cafe", "cli_hotel", "cli_spa"]);
  expect((await exceptions()).sort()).toEqual(["bakery", "cafe", "hotel", "spa", "token"]);
  await read("cafe");
  await expect(read(unproven)).rejects.toMatchObject({ code: "merchant_refused" });
  // Nothing is left to release.
  expect(await release()).toEqual({ released: 0, left: 0, failed: null });
  expect(sent()).toHaveLength(5);
});

// Wrong: going on after a failure, of which the gateway may have counted two already.
test("the first failure ends the series, and it is not sent again", async () => {
  upstream.refused.set("cli_cafe", 400);
  expect(await release()).toEqual({ released: 1, left: 2, failed: "cafe" });
  expect(sent()).toEqual(["token", "cli_bakery", "cli_cafe"]);
  upstream.refused.clear();
  // A person may go on with the others.
  expect(await release()).toEqual({ released: 2, left: 0, failed: null });
  expect(sent().filter((clientId) => clientId === "cli_cafe")).toHaveLength(1);
  expect(upstream.failuresMax).toBe(1);
});

test("pressed again and again while merchants fail, it never sends two failures in a row", async () => {
  for (const slug of ["cafe", "hotel", "spa"]) upstream.refused.set(`cli_${slug}`, 400);
  expect(await release()).toEqual({ released: 1, left: 2, failed: "cafe" });
  expect(await release()).toEqual({ released: 0, left: 1, failed: "hotel" });
  expect(await release()).toEqual({ released: 0, left: 0, failed: "spa" });
  expect(sent().filter((clientId) => clientId === "cli_bakery")).toHaveLength(3);
  expect(upstream.failuresMax).toBe(1);
});

test("two failures in a row end it where no merchant is left that could sign in between them", async () => {
  for (const slug of ["cafe", "hotel", "spa"]) upstream.refused.set(`cli_${slug}`, 400);
  expect(await release()).toEqual({ released: 1, left: 2, failed: "cafe" });
  upstream.refused.set("cli_bakery", 400);
  expect(await release()).toEqual({ released: 0, left: 2, failed: "hotel" });
  expect(await release()).toEqual({ released: 0, left: 2, failed: "hotel" });
  expect(upstream.failuresMax).toBe(2);
});

test("an integration that cannot sign in releases nobody", async () => {
  await upstream.close();
  expect(await release()).toMatchObject({ released: 0, left: 4, failed: "integration" });
  expect(sent()).toEqual([]);
});

test("only an administrator of all merchants who has just signed in again releases anything", async () => {
  expect(await failureOf(release({ ...recently, role: "support" }))).toMatchObject({ code: "forbidden" });
  expect(await failureOf(release({ authenticatedAt: new Date(0) }))).toMatchObject({ code: "proof_required" });
  const { id } = await fixture.merchant("cafe");
  expect(await failureOf(release({ ...recently, merchants: [id] }))).toMatchObject({ code: "forbidden" });
  expect(sent()).toEqual([]);
  expect(await exceptions()).toEqual([]);
});
