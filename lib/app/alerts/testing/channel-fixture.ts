import { inArray, sql } from "drizzle-orm";
import { fixedClock } from "#lib/core/clock.ts";
import { deleteEnvironment } from "#lib/db/environments/delete-environment.ts";
import { alertChannel } from "#lib/db/schema/alert-channel.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { staff } from "#lib/db/schema/staff.ts";
import { ledgerSync } from "#lib/db/schema/sync-run.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { answerWith, openTestMerchantServer, type TestMerchantServer } from "#lib/notifications/forwarding/testing/shop.ts";
import { saveAlertChannel } from "#lib/services/alerts/channels/save-channel.ts";
import { deliverAlerts } from "#lib/services/alerts/delivery/deliver-alerts.ts";
import { evaluateAlerts } from "#lib/services/alerts/evaluate-alerts.ts";
import type { ServiceContext, SignedInStaff } from "#lib/services/context.ts";
import { createReceiveFixture, type ReceiveFixture } from "#lib/services/notifications/testing/receive-fixture.ts";
import { updateOverviews } from "#lib/services/overview/update-overview.ts";
import { createForwarding, type Forwarding } from "../../notify/forwarding.ts";
import { createAlertSenders } from "../alert-senders.ts";
import { openMailbox, type TestMailbox } from "./mailbox.ts";

/** Alerts of real rows, sent to a mail server and a receiver over real SMTP and HTTP, at the time of a clock. */
export type ChannelFixture = Omit<ReceiveFixture, "ctx"> & {
  clock: ReturnType<typeof fixedClock>;
  mailbox: TestMailbox;
  receiver: TestMerchantServer;
  /** A shop that notifications may be forwarded to, once `forwarding` is started. */
  shop: TestMerchantServer;
  forwarding: Forwarding;
  senders: ReturnType<typeof createAlertSenders>;
  ctx(person?: Partial<SignedInStaff>): ReturnType<ReceiveFixture["ctx"]>;
  save(input: unknown, person?: Partial<SignedInStaff>): ReturnType<typeof saveAlertChannel>;
  /** Back to no channels and no alerts, at the real time. */
  reset(): Promise<void>;
  /** When the ledgers of these merchants were last read. */
  setRead(slugs: readonly string[], at: Date): Promise<void>;
  /** What the jobs do each minute; `gateways`: instead of one that nobody reaches. */
  run(gateways?: ServiceContext["gateways"]): Promise<void>;
};

export async function openChannelFixture(slugs: readonly string[]): Promise<ChannelFixture> {
  const servers = [openTestMerchantServer(), openTestMerchantServer()] as const;
  const [fixture, mailbox, receiver, shop] = await Promise.all([createReceiveFixture(slugs), openMailbox(), ...servers]);
  const clock = fixedClock(Date.now());
  const { store } = fixture;
  const { vault, log } = fixture.ctx();
  const settings = { publicOrigin: "https://desk.example", forwardHosts: [receiver.host, shop.host] };
  const forwarding = createForwarding({ store, vault, clock, log, settings, limits: { pollMs: 20 } });
  const mail = { url: mailbox.url, from: "Counterfoil <alerts@desk.example>" };
  const senders = createAlertSenders({ settings: { ...settings, mail }, forwarding });
  const ctx = (person: Partial<SignedInStaff> = {}) => ({
    ...fixture.ctx({ authenticatedAt: new Date(clock.now()), ...person }),
    ...{ clock, publicOrigin: settings.publicOrigin },
  });
  return {
    ...fixture,
    ...{ clock, mailbox, receiver, shop, forwarding, senders, ctx },
    save: (input, person) => saveAlertChannel(ctx(person), { environment, senders, input }),
    async reset() {
      await deleteEnvironment(store.db, environment);
      await updateOverviews(fixture.ctx());
      await store.db.delete(alertChannel);
      await store.db.update(staff).set({ merchants: null, disabledAt: null });
      await store.db.update(merchant).set({ name: sql`slug` });
      mailbox.received.length = 0;
      receiver.received.length = 0;
      mailbox.refuse = null;
      receiver.answer = answerWith(200);
      clock.advance(Date.now() - clock.now());
    },
    async setRead(read, at) {
      const ids = await Promise.all(read.map(async (slug) => (await fixture.merchant(slug)).id));
      await store.db.update(ledgerSync).set({ recentReadAt: at, dueAt: at }).where(inArray(ledgerSync.merchantId, ids));
    },
    async run(gateways = ctx().gateways) {
      const ports = { ...ctx(), senders, gateways };
      // As many processes as like.
      await Promise.all([evaluateAlerts(ports), evaluateAlerts(ports)]);
      await Promise.all([deliverAlerts(ports), deliverAlerts(ports)]);
    },
    async drop() {
      await Promise.all([mailbox.close(), receiver.close(), shop.close()]);
      await fixture.drop();
    },
  };
}
