import { type DeliveryRow, findDelivery } from "#lib/db/notifications/notifications.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { type Entry, encodeEntries, notifyEntries, signEntries } from "#lib/notifications/testing/sign.ts";
import { createReceiveFixture, type ReceiveFixture } from "../../notifications/testing/receive-fixture.ts";
import { changeFieldOrder } from "../change-field-order.ts";
import { getFieldOrder } from "../get-field-order.ts";

export const usual = ["IPCmethod", "SID", "Amount", "Currency", "OrderID"];
export const withStore = ["IPCmethod", "SID", "StoreID", "Amount", "Currency", "OrderID"];
export const beforeCurrency = ["IPCmethod", "SID", "Amount", "StoreID", "Currency", "OrderID"];
/** As stored with an endpoint. */
export const accepted = { names: withStore, methods: ["IPCPurchaseNotify"], earlier: [] };

/** An app that receives notifications in another field order, which an administrator accepts. */
export async function createOrderFixture(slugs: readonly string[]) {
  const fixture: ReceiveFixture = await createReceiveFixture(slugs);
  const at = (merchant: string) => ({ environment, merchant, id: fixture.endpointId(merchant) }) as const;
  return {
    ...fixture,
    at,
    read: (merchant: string) => getFieldOrder(fixture.ctx({ role: "viewer" }), at(merchant)),
    accept: (merchant: string, order: readonly string[], person = {}) =>
      changeFieldOrder(fixture.ctx(person), { ...at(merchant), input: { order, name: merchant } }),
    async findRow(merchant: string, id: string): Promise<DeliveryRow> {
      const row = await findDelivery(fixture.store.db, { merchantId: (await fixture.merchant(merchant)).id, id });
      if (!row) throw new Error("not stored");
      return row;
    },
    /**
     * Genuine payment notifications in this order. All endpoints belong to one store, so each test has its own order numbers.
     */
    async refuse(merchant: string, orderIds: readonly string[], order = withStore): Promise<string[]> {
      const ids: string[] = [];
      for (const orderId of orderIds) ids.push(await fixture.receiveSigned(merchant, inOrder(order, orderId)));
      return ids;
    },
    /** These names with the signature of other entries that have the same signed text. */
    renamed: (entries: readonly Entry[], signedAs: readonly Entry[]) =>
      encodeEntries([...entries, ["Signature", signEntries(signedAs, fixture.signer.privateKey)]]),
  };
}

export type OrderFixture = Awaited<ReturnType<typeof createOrderFixture>>;

/** A payment notification with its first names in this order. */
export function inOrder(order: readonly string[], orderId: string, more: Entry[] = []): Entry[] {
  const known = new Map<string, string | Uint8Array>([["StoreID", "S7"], ...notifyEntries({ orderId }), ...more]);
  const rest = notifyEntries({ orderId, trnref: `T-${orderId}` }).filter(([name]) => !order.includes(name));
  return [...order.map((name): Entry => [name, known.get(name) ?? ""]), ...rest];
}

/** The code and the first field of a refusal. */
export async function problemOf(doing: Promise<unknown>) {
  const thrown = (await doing.catch((problem: unknown) => problem)) as { code?: string; fields?: { field: string }[] };
  return [thrown.code, thrown.fields?.[0]?.field];
}
