// @module-tag long: rules of an alert from their causes to a mail server and a receiver, and back.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AlertRule } from "#lib/contract/alert-marks.ts";
import { systemClock } from "#lib/core/clock.ts";
import { dayMs } from "#lib/core/days.ts";
import { eventually } from "#lib/core/testing/eventually.ts";
import { toPairId } from "#lib/db/lockout/permit-rows.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { notifyCertificate } from "#lib/db/schema/notification.ts";
import { createTestGateways, environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { measureSpool } from "#lib/notifications/spool/spool-folder.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { createMemoryStorage } from "#lib/sandbox/memory-storage.ts";
import { type ServedSandbox, serveSandbox } from "#lib/sandbox/serve-sandbox.ts";
import { resolveAlert } from "#lib/services/alerts/change-alert.ts";
import { listAlerts } from "#lib/services/alerts/list-alerts.ts";
import type { ServiceContext } from "#lib/services/context.ts";
import { changeEndpoint } from "#lib/services/endpoints/change-endpoint.ts";
import { reverifyMerchant } from "#lib/services/notifications/reverify-notification.ts";
import { updateOverviews } from "#lib/services/overview/update-overview.ts";
import { createSpoolAlert } from "../notify/spool-alert.ts";
import { type ChannelFixture, openChannelFixture } from "./testing/channel-fixture.ts";
import { email, expectNotified, type JourneyRule, type Scenario, webhook } from "./testing/rule-scenario.ts";

const slug = "corner-cafe";
const minute = 60_000;
let fixture: ChannelFixture;
let served: ServedSandbox;
let folder: string;
beforeAll(async () => {
  const secret = "a secret for tests only, 32 characters and more";
  const common = { secret, storage: createMemoryStorage(), clock: systemClock, transactions: 10, live: false };
  [fixture, served, folder] = await Promise.all([
    openChannelFixture([slug, "bakery"]),
    serveSandbox({ port: 0, ...common }),
    mkdtemp(path.join(tmpdir(), "spool-")),
  ]);
});
beforeEach(() => fixture.reset());
afterAll(async () => {
  await fixture.forwarding.stop();
  await Promise.all([fixture.drop(), served.close(), rm(folder, { recursive: true })]);
});

const db = () => fixture.store.db;
const endpoint = () => ({ environment, merchant: slug, id: fixture.endpointId(slug) }) as const;
const change = (input: object) => changeEndpoint(fixture.ctx(), { ...endpoint(), input, forwarder: fixture.forwarding });

/** Time that passed since then, as far as the database tells it. */
const ago = (ms: number) => new Date(Date.now() - ms);

const genuineRefused: Scenario = {
  async begin() {
    const [method, sid, ...others] = notifyEntries({ orderId: "A-1" });
    // Signed by the gateway, in an order of names that is not accepted yet.
    if (method && sid) await fixture.receiveSigned(slug, [method, sid, ["IPCversion", "1.4"], ...others]);
  },
  async end() {
    await change({ strictLayout: false });
    await reverifyMerchant(fixture.ctx(), { ...endpoint(), input: {} });
    await change({ strictLayout: true });
  },
  expected: { merchant: slug, severity: "critical", count: 1, page: `/${slug}/notifications?flag=genuine_refused` },
};

const notCheckable: Scenario = {
  async begin() {
    const certificates = await db()
      .select({ id: notifyCertificate.id })
      .from(notifyCertificate)
      .where(eq(notifyCertificate.endpointId, endpoint().id));
    await change({ removeCertificates: certificates.map(({ id }) => id), name: slug });
    await fixture.receiveSigned(slug, notifyEntries({ orderId: "ann@customer.example" }));
    await updateOverviews(fixture.ctx());
  },
  async end() {
    await change({ addCertificates: [fixture.signer.publicKeyPem] });
    await reverifyMerchant(fixture.ctx(), { ...endpoint(), input: {} });
    await updateOverviews(fixture.ctx());
  },
  expected: {
    ...{ merchant: slug, severity: "critical", count: 1 },
    page: () => `/${slug}/notifications?verdict=not_checkable&from=${ago(dayMs).toISOString().slice(0, 10)}`,
  },
};

const spoolInUse: Scenario = {
  begin: () => writeFile(path.join(folder, "1.spool"), "kept"),
  end: () => rm(path.join(folder, "1.spool")),
  expected: { severity: "warning", count: 1, page: "" },
  async run() {
    await connect();
    const size = await measureSpool(folder);
    const worker = createSpoolAlert({ db: db(), clock: fixture.clock, size: () => size, bytesMax: 1_000, everyMs: minute });
    worker.start();
    await eventually(async () => expect((await listed()).open).toBe(size.bytes > 0 ? 1 : 0));
    await worker.stop();
    await fixture.run();
  },
};

/** The sandbox's gateway with these secrets. */
function gatewaysWith(merchantSecret?: string): ServiceContext["gateways"] {
  const { integration, merchants } = served.sandbox.describe();
  const own = merchants.filter((item) => item.slug === slug);
  const pairs = own.map((pair) => ({ ...pair, clientSecret: merchantSecret ?? pair.clientSecret }));
  const { vault } = fixture.ctx();
  return createTestGateways({
    db: db(),
    vault,
    upstream: { baseUrl: served.url, ...integration, merchants: pairs },
    options: {},
  });
}

const signIn = async (merchantSecret?: string) => {
  const gateway = await gatewaysWith(merchantSecret).forMerchant(await fixture.merchant(slug));
  return (await gateway.tryOnceMore("manual")).outcome;
};

const merchantStopped: Scenario = {
  async begin() {
    const clientId = served.sandbox.describe().merchants.find((item) => item.slug === slug)?.clientId ?? "";
    const pairId = toPairId(fixture.ctx().vault, { environment, kind: "session", clientId });
    await db().update(merchant).set({ pairId }).where(eq(merchant.slug, slug));
    expect(await signIn("wrong")).toBe("refused");
  },
  end: async () => expect(await signIn()).toBe("signed_in"),
  expected: { merchant: slug, severity: "critical", count: 1, page: `/${slug}/connection` },
};

/** An environment that is connected. */
const connect = () =>
  db().execute(sql`insert into environment (id, base_url, partner_id, application_id, client_id, client_secret,
    credential_fingerprint, credential_set_by, updated_by) values (${environment}, ${served.url}, '', '', '', '', '', 'test', 'test')
    on conflict do nothing`);

const scenarios: Record<Exclude<AlertRule, JourneyRule>, Scenario> = {
  genuine_refused: genuineRefused,
  not_checkable: notCheckable,
  spool_in_use: spoolInUse,
  merchant_stopped: merchantStopped,
};

const listed = () => listAlerts(fixture.ctx(), { environment, input: {} });

test.each(Object.entries(scenarios))(
  "%s opens with its cause, is told by mail and webhook, counts, and ends with it",
  { meta: { slow: "Runs the jobs of some minutes, and signs in at a gateway." } },
  (rule, scenario) => expectNotified(fixture, rule as AlertRule, scenario),
);

test("1,000 rejected notifications in an hour are one alert and one message; resolved again and again, at most 5 messages", {
  meta: { slow: "Stores 1,000 notifications and runs the jobs of an hour." },
}, async () => {
  await fixture.save({ email });
  await fixture.save({ team: webhook(fixture.receiver.url) });
  const reject = (orderId: string) => fixture.receiveSigned(slug, notifyEntries({ orderId, amount: "200,00" }));
  for (let round = 0; round < 40; round++) {
    await Promise.all(Array.from({ length: 25 }, (_, index) => reject(`${round}-${index}`)));
    fixture.clock.advance(minute);
    await fixture.run();
  }
  expect((await listed()).items.map(({ rule, count }) => [rule, count])).toEqual([["genuine_refused", 1_000]]);
  const received = () => [fixture.mailbox.received.length, fixture.receiver.received.length];
  expect(received()).toEqual([1, 1]);
  for (let round = 0; round < 15; round++) {
    const [alert] = (await listed()).items;
    await resolveAlert(fixture.ctx(), { environment, id: alert?.id ?? "" });
    await reject(`again-${round}`);
    fixture.clock.advance(minute);
    await fixture.run();
  }
  expect(received()).toEqual([5, 5]);
  expect((await listAlerts(fixture.ctx(), { environment, input: { status: "resolved" } })).items).toHaveLength(15);
});
