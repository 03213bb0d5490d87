import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { eq } from "drizzle-orm";
import { createDeliveryRecord } from "#lib/db/deliveries/deliveries.ts";
import { rebuildDelivery } from "#lib/db/deliveries/rebuild-delivery.ts";
import { delivery as deliveryTable, notifyEndpoint } from "#lib/db/schema/notification.ts";
import { createSandboxFixture, type SandboxFixture } from "#lib/ledger-sync/testing/sandbox-fixture.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { toEvent } from "#lib/notifications/receive/to-event.ts";
import { type Entry, encodeEntries } from "#lib/notifications/testing/sign.ts";
import { parseForm } from "#lib/notifications/verification/form.ts";
import type { Verdict } from "#lib/notifications/verification/verify.ts";
import type { ServiceContext } from "../../context.ts";
import { processDeliveries } from "../process-deliveries.ts";
import { confirmNotifications } from "./confirm-notifications.ts";

type ReceiveOptions = { receivedAt?: Date; verdict?: Verdict; status?: number };

/** An app with the sandbox's gateway; deliveries are stored as the receiver does, already verified. */
export type ReconciledFixture = SandboxFixture & {
  /** The services some minutes from now, when what may still come would have come. */
  later(): ServiceContext;
  receive(slug: string, entries: readonly Entry[], options?: ReceiveOptions): Promise<string>;
  /** Pays on the web: booked by the gateway, notified to a shop outside this app. */
  payOnline(slug: string, amountMinor: number): Promise<{ trnref: string; orderId: string }>;
  /** Processes received deliveries once. */
  fold(): Promise<void>;
  /** Rebuilds the search index, as `npm run reparse` does. */
  retry(id: string): Promise<void>;
  /** The same, followed by one round of reconciliation. */
  follow(): Promise<void>;
};

export async function createReconciledFixture(slugs: readonly string[]): Promise<ReconciledFixture> {
  const shop = await openShop();
  const fixture = await createSandboxFixture({ transactions: 200, slugs: [...slugs] });
  const { db, vault, clock, log, gateways } = fixture.ctx();

  for (const slug of slugs) {
    const { id } = await fixture.merchant(slug);
    const place = { id, environment, merchantId: id, sid: "", createdBy: "test" };
    // The ledger's past sales were notified elsewhere, or never.
    await db.insert(notifyEndpoint).values({ ...place, createdAt: new Date(0) });
  }

  const toEndpoint = (merchantId: string) => ({
    ...{ id: merchantId, environment, merchantId, merchant: "", sid: "", strictLayout: true },
    keys: [],
  });

  async function receive(slug: string, entries: readonly Entry[], options: ReceiveOptions = {}) {
    const { receivedAt = new Date(), verdict = "valid", status = 200 } = options;
    const { id: merchantId } = await fixture.merchant(slug);
    const body = Buffer.from(encodeEntries(entries));
    const id = randomUUID();
    const delivery = {
      id,
      endpoint: toEndpoint(merchantId),
      body,
      sha256: Buffer.from(id),
      headers: [],
      peer: null,
      receivedAt,
      verification: { verdict, reasons: [], keyId: null },
      event: toEvent(parseForm(body) ?? []),
      signedHash: Buffer.from(id),
      eventHash: Buffer.from(id),
      answer: { status, body: status === 200 ? "OK" : "refused by shop", ms: 1 },
    };
    await createDeliveryRecord({ db, vault }).save(delivery, { signal: new AbortController().signal });
    return id;
  }

  const fold = () => processDeliveries({ db, vault, log, clock });

  return {
    ...fixture,
    receive,
    later: () => ({ ...fixture.ctx(), clock: { ...clock, now: () => clock.now() + 4 * 60_000 } }),
    async payOnline(slug, amountMinor) {
      await fixture.setStore(slug, { urlNotify: shop.url, urlOk: shop.url, urlCancel: shop.url });
      const paid = await fixture.control("orders", { merchant: slug, amountMinor, currency: "EUR" });
      const { order, trnref } = paid as { order: string; trnref: string };
      return { orderId: order, trnref };
    },
    fold,
    async retry(id) {
      const [row] = await db.select().from(deliveryTable).where(eq(deliveryTable.id, id));
      if (!row) throw new Error(`no delivery ${id}`);
      await rebuildDelivery(db, vault, { row, endpoint: toEndpoint(row.merchantId) });
    },
    async follow() {
      await fold();
      await confirmNotifications({ db, vault, clock, log, gateways }, environment);
    },
    async drop() {
      shop.close();
      await fixture.drop();
    },
  };
}

/** A URL_Notify that accepts everything. */
async function openShop(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/plain" }).end("OK");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`, close: () => server.close() };
}
