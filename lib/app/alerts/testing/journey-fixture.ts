import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { eventually } from "#lib/core/testing/eventually.ts";
import { ledgerSync } from "#lib/db/schema/sync-run.ts";
import { makeClockMovable } from "#lib/db/testing/movable-clock.ts";
import { createTestGateways, environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { broken } from "#lib/sandbox/control/distort.ts";
import type { NotifyKeys } from "#lib/sandbox/create-sandbox.ts";
import { createMemoryStorage } from "#lib/sandbox/memory-storage.ts";
import { type ServedSandbox, serveSandbox } from "#lib/sandbox/serve-sandbox.ts";
import type { ServiceContext } from "#lib/services/context.ts";
import { createEndpoint } from "#lib/services/endpoints/endpoints.ts";
import { createSyncScheduler } from "#lib/services/ledger-sync/sync-scheduler.ts";
import { createMetrics } from "../../metrics/metrics.ts";
import { createNotifyHandler } from "../../notify/notify-handler.ts";
import { type ChannelFixture, openChannelFixture } from "./channel-fixture.ts";

const tokenSeconds = 300 * 86_400;

/**
 * A merchant of the sandbox's gateway, whose ledger the background sync reads, and whose notifications the receiver takes. Only
 * time is made: of the app, of the gateway and of the database.
 */
export type JourneyFixture = Pick<
  ChannelFixture,
  "store" | "forwarding" | "shop" | "save" | "receiver" | "mailbox" | "run" | "clock"
> & {
  ctx(): ServiceContext;
  sandbox: ServedSandbox["sandbox"];
  keys: NotifyKeys;
  /** It has the gateway's certificate. */
  endpoint: { environment: typeof environment; merchant: string; id: string };
  /** Whether the gateway answers nothing at all. */
  isAway: boolean;
  /** Where the gateway sends notifications: to the receiver, or to a shop that takes each. */
  setNotify(to: "receiver" | "shop"): Promise<void>;
  /** Time passes once the background has tried all that is due. */
  pass(ms: number): Promise<void>;
  /** Waits until the background has read all of the ledger; at least a quarter of an hour after the last time. */
  untilRead(): Promise<void>;
  drop(): Promise<void>;
};

/** `transactions`: rows of the merchant in its 400 days before. */
export async function openJourneyFixture(slug: string, { transactions }: { transactions: number }): Promise<JourneyFixture> {
  const channels = await openChannelFixture([slug]);
  const { clock, store } = channels;
  const { vault, log } = channels.ctx();
  const moveDatabase = await makeClockMovable(store);
  const served = await serveSandbox({
    ...{ port: 0, secret: "a secret for tests only, 32 characters and more", storage: createMemoryStorage(), clock },
    // The only merchant has all rows.
    ...{ transactions, merchants: 1, live: false },
    // How tokens end is not told by this clock.
    settings: { sessionSeconds: tokenSeconds, tokenSeconds },
    async between(_, handle) {
      const answer = fixture.isAway ? broken() : await handle();
      answer.headers.set("date", new Date(clock.now()).toUTCString());
      return answer;
    },
  });
  const { integration, merchants } = served.sandbox.describe();
  const upstream = { baseUrl: served.url, ...integration, merchants };
  const gateways = createTestGateways({ db: store.db, vault, upstream });
  const ctx = () => ({ ...channels.ctx(), gateways });
  await store.db.execute(sql`insert into environment (id, base_url, partner_id, application_id, client_id, client_secret,
    credential_fingerprint, credential_set_by, updated_by) values (${environment}, ${served.url}, '', '', '', '', '', 'test', 'test')`);

  const { forwarding } = channels;
  const handler = createNotifyHandler({
    ...{ databaseUrl: store.url, vault, clock, log, metrics: createMetrics(), forwarding: forwarding.receiverPorts },
  });
  const server = createServer((request, response) => void handler.handleNode(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const [keys] = await served.sandbox.notifyKeys();
  if (!keys) throw new Error("the gateway has no keys");
  const input = { sid: keys.sid, certificates: [keys.certificatePem] };
  const { id: endpointId } = await createEndpoint(ctx(), { environment, merchant: slug, input });
  const receiverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/notify/${endpointId}`;

  const limits = { callsPerSecond: 10_000, idleMs: 20, isReachable: async () => true };
  const scheduler = createSyncScheduler(ctx(), limits);
  scheduler.start();
  let movedMs = 0;
  const isIdle = sql`holder is null and due_at > now() and (history_read_at is not null or failures > 0)`;
  const untilIdle = () =>
    eventually(async () => {
      const rows = await store.db.select().from(ledgerSync).where(isIdle);
      expect(rows).toHaveLength(1);
      return rows;
    });
  const fixture: JourneyFixture = {
    ...{ store, clock, forwarding, ctx, sandbox: served.sandbox, keys, isAway: false },
    ...{ shop: channels.shop, endpoint: { environment, merchant: slug, id: endpointId } },
    ...{ save: channels.save, receiver: channels.receiver, mailbox: channels.mailbox },
    run: () => channels.run(gateways),
    async setNotify(to) {
      const urlNotify = to === "receiver" ? receiverUrl : channels.shop.url;
      await served.sandbox.setStore(slug, { urlNotify, urlOk: urlNotify, urlCancel: urlNotify });
    },
    async pass(ms) {
      await untilIdle();
      await moveDatabase(ms);
      // The database's time also goes on by itself.
      movedMs += ms;
      clock.advance(Date.now() + movedMs - clock.now());
    },
    async untilRead() {
      const [row] = await untilIdle();
      expect(row?.recentReadAt).toEqual(new Date(clock.now()));
    },
    async drop() {
      await Promise.all([scheduler.stop(), forwarding.stop()]);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([handler.close(), served.close()]);
      await channels.drop();
    },
  };
  return fixture;
}
