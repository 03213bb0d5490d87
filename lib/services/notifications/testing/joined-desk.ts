import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { eq } from "drizzle-orm";
import { createSandboxDesk, type SandboxDesk } from "../../../mirror/testing/sandbox-desk.ts";
import { environment } from "../../../mirror/testing/test-desk.ts";
import { parseForm } from "../../../notify/form.ts";
import { type Entry, encodeEntries } from "../../../notify/testing/sign.ts";
import { toEvent } from "../../../notify/to-event.ts";
import type { Verdict } from "../../../notify/verdict.ts";
import { createDeliveryRecord } from "../../../store/deliveries.ts";
import { rebuildDelivery } from "../../../store/rebuild-delivery.ts";
import { delivery as deliveryTable } from "../../../store/schema/notification.ts";
import { followDeliveries } from "../follow-deliveries.ts";
import { confirmNotifications } from "./confirm-notifications.ts";

type ReceiveOptions = { receivedAt?: Date; verdict?: Verdict };

/** A desk before the sandbox's gateway; what arrived is stored as the receiver stores it, already verified. */
export type JoinedDesk = SandboxDesk & {
  receive(slug: string, entries: readonly Entry[], options?: ReceiveOptions): Promise<string>;
  /** Pays on the web: booked by the gateway, told to a shop that is not this desk. */
  payOnline(slug: string, amountMinor: number): Promise<{ trnref: string; orderId: string }>;
  /** One round of what follows what was received. */
  fold(): Promise<void>;
  /** Rebuilds it, as `npm run reparse` does. */
  retry(id: string): Promise<void>;
  /** The same, and then one of joining it to the ledger. */
  follow(): Promise<void>;
};

export async function createJoinedDesk(slugs: readonly string[]): Promise<JoinedDesk> {
  const shop = await openShop();
  const desk = await createSandboxDesk({ transactions: 200, slugs: [...slugs] });
  const { db, vault, clock, log, gateways } = desk.ctx();

  const toEndpoint = (merchantId: string) => ({
    ...{ id: merchantId, environment, merchantId, merchant: "", sid: "", strictLayout: true },
    keys: [],
  });

  async function receive(slug: string, entries: readonly Entry[], options: ReceiveOptions = {}) {
    const { receivedAt = new Date(), verdict = "valid" } = options;
    const { id: merchantId } = await desk.merchant(slug);
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
      judgement: { verdict, reasons: [], keyId: null },
      event: toEvent(parseForm(body) ?? []),
      signedHash: Buffer.from(id),
      eventHash: Buffer.from(id),
      answer: { status: 200, body: "OK", ms: 1 },
    };
    await createDeliveryRecord({ db, vault }).save(delivery, { signal: new AbortController().signal });
    return id;
  }

  const fold = () => followDeliveries({ db, vault, log, clock });

  return {
    ...desk,
    receive,
    async payOnline(slug, amountMinor) {
      await desk.setStore(slug, { urlNotify: shop.url, urlOk: shop.url, urlCancel: shop.url });
      const paid = await desk.control("orders", { merchant: slug, amountMinor, currency: "EUR" });
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
      await desk.drop();
    },
  };
}

/** A URL_Notify that takes everything. */
async function openShop(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/plain" }).end("OK");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`, close: () => server.close() };
}
