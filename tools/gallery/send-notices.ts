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

/** What the sandbox's history lacks: a notification that arrived twice, and one that was changed in transit. */
export async function sendNotices({ origin, cookie, dataDir }: OwnApp): Promise<void> {
  const { notify } = JSON.parse(await readFile(path.join(dataDir, "sign-in.json"), "utf8")) as { notify: Endpoint[] };
  // Not of the first merchant, whose list is in the pictures.
  for (const endpoint of notify.toReversed()) {
    const answer = await fetch(`${origin}/api/sandbox/${endpoint.merchant}/transactions?limit=100&sign=credit`, {
      headers: { cookie },
    });
    if (!answer.ok) continue;
    const { items } = (await answer.json()) as { items: Row[] };
    const sale = items.find(({ reference, amountMinor }) => reference !== null && (amountMinor ?? 0) > 0);
    if (sale === undefined) continue;
    const notice = { url: endpoint.url, body: toBody(endpoint, sale) };
    await send(notice);
    await send(notice);
    await send({ ...notice, body: notice.body.replace("IPCPurchaseNotify", "IPCPurchaseRollback") });
    return;
  }
  throw new Error("No merchant of the sandbox has a sale to tell of.");
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
