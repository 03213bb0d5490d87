import { setTimeout as wait } from "node:timers/promises";
import type { OwnApp } from "#tools/bench/support/own-app.ts";
import { sendNotices } from "./send-notices.ts";

/** One record of each kind, whose pages can be opened. */
export type AppRecords = {
  merchant: string;
  reference: string;
  transactionId: string;
  notification: { merchant: string; id: string };
  paymentId: string;
  endpointId: string;
};

const merchant = "corner-cafe";
const terminalId = "81000001";
const waitMs = 60_000;
const historyAgeMs = 600_000;

/** Finds records through the API. Makes a payment and sends what the history lacks. */
export async function findRecords(app: OwnApp): Promise<AppRecords> {
  const { origin, cookie } = app;
  const startedAt = Date.now();
  await sendNotices(app);
  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${origin}/api/sandbox/${path}`, {
      ...init,
      headers: { cookie, origin, "content-type": "application/json", ...init.headers },
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    return answer.json();
  };
  const first = <Row>(path: string, fits: (row: Row) => boolean) =>
    until(async () => ((await call(path)) as { items: Row[] }).items.find(fits), path);
  const paid = (await call(`${merchant}/payments`, {
    method: "POST",
    headers: { "Idempotency-Key": crypto.randomUUID() },
    body: JSON.stringify({ amountMinor: 2450, currency: "EUR", terminalId, referenceNumber: "TABLE-7", description: "Lunch" }),
  })) as { paymentId: string };
  await until(async () => {
    const { status } = (await call(`${merchant}/payments/${paid.paymentId}`)) as { status: string };
    return status === "success" ? status : undefined;
  }, "the payment");
  const row = await first<{ id: string; reference: string | null }>(
    `${merchant}/transactions?limit=50`,
    ({ reference }) => reference !== null,
  );
  // Of the history: the one just sent came hours after its sale.
  const notification = await first<{ merchant: string; id: string; verdict: string; receivedAt: string }>(
    "notifications?limit=50",
    ({ verdict, receivedAt }) => verdict === "valid" && Date.parse(receivedAt) < startedAt - historyAgeMs,
  );
  const endpoint = await first<{ id: string }>(`${merchant}/endpoints`, () => true);
  return {
    merchant,
    reference: row.reference ?? "",
    transactionId: row.id,
    notification: { merchant: notification.merchant, id: notification.id },
    paymentId: paid.paymentId,
    endpointId: endpoint.id,
  };
}

async function until<Value>(read: () => Promise<Value | undefined>, what: string): Promise<Value> {
  const giveUpAt = performance.now() + waitMs;
  while (performance.now() < giveUpAt) {
    const found = await read();
    if (found !== undefined) return found;
    await wait(500);
  }
  throw new Error(`The sandbox has not brought ${what} within ${waitMs / 1_000} s.`);
}
