import { createPrivateKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Entry, encodeEntries, notifyEntries, signEntries } from "#lib/notifications/testing/sign.ts";
import type { OwnApp } from "#tools/bench/support/own-app.ts";

type Endpoint = { merchant: string; url: string; privateKeyPem: string; sid: string };
type Row = {
  reference: string | null;
  referenceNumber: string | null;
  amountMinor: number | null;
  amountText: string;
  currency: string;
};

const rowsOfMerchant = 4;
/** Of a sandbox of a thousand merchants, enough. */
const merchantsMax = 10;

/** What a sandbox would have received within some hours: genuine notifications of sales, one sent twice, and one that was changed in transit. */
export async function sendNotices({ origin, cookie, dataDir }: OwnApp): Promise<void> {
  const { notify } = JSON.parse(await readFile(path.join(dataDir, "sign-in.json"), "utf8")) as { notify: Endpoint[] };
  let last: { url: string; body: string } | undefined;
  for (const endpoint of notify.slice(0, merchantsMax)) {
    const answer = await fetch(`${origin}/api/sandbox/${endpoint.merchant}/transactions?limit=100&sign=credit`, {
      headers: { cookie },
    });
    if (!answer.ok) continue;
    const { items } = (await answer.json()) as { items: Row[] };
    const sales = items.filter(({ reference, amountMinor }) => reference !== null && (amountMinor ?? 0) > 0);
    for (const sale of sales.slice(0, rowsOfMerchant)) {
      last = { url: endpoint.url, body: toBody(endpoint, sale) };
      await send(last);
    }
  }
  if (!last) throw new Error("No merchant of the sandbox has a sale to tell of.");
  await send(last);
  await send({ ...last, body: last.body.replace("IPCPurchaseNotify", "IPCPurchaseRollback") });
}

function toBody({ sid, privateKeyPem }: Endpoint, { reference, referenceNumber, amountText, currency }: Row): string {
  const trnref = reference ?? "";
  const entries: Entry[] = notifyEntries({ sid, orderId: referenceNumber ?? trnref, trnref, amount: amountText, currency });
  return encodeEntries([...entries, ["Signature", signEntries(entries, createPrivateKey(privateKeyPem))]]);
}

async function send({ url, body }: { url: string; body: string }): Promise<void> {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  await (await fetch(url, { method: "POST", headers, body })).arrayBuffer();
}
