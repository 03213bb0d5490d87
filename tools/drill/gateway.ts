import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Pool } from "undici";
import { notifyEntries, type Signer, signedBody } from "#lib/notifications/testing/sign.ts";
import { benchSid } from "#tools/bench/support/app-database.ts";
import { type Percentiles, toPercentiles } from "#tools/bench/support/percentiles.ts";

/** What the gateway heard: one try for each notification, since every failed first try may reverse a payment. */
export type Heard = {
  sent: number;
  ok: number;
  /** Order id -> SHA-256 of the body, of those answered OK. */
  acknowledged: Map<string, string>;
  /** Every other outcome: a status, or the error's code. */
  failures: Record<string, number>;
  latencyMs: Percentiles;
};

export type Gateway = {
  /** Notifications answered OK so far. */
  okCount(): number;
  /** Sends no more and waits for the answers under way. */
  stop(): Promise<Heard>;
};

export type GatewayOptions = { origin: string; endpointId: string; signer: Signer; perSecond: number; prefix: string };

/** No answer may take longer. With fewer connections than are sent in that time the sender itself would wait, and be measured. */
const underWaySeconds = 5;
const tickMs = 5;
const answerMs = 30_000;

/** Sends notifications at a fixed rate, whatever is answered, until it is stopped. */
export function startGateway({ origin, endpointId, signer, perSecond, prefix }: GatewayOptions): Gateway {
  const pool = new Pool(origin, {
    connections: perSecond * underWaySeconds,
    pipelining: 1,
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
  });
  const acknowledged = new Map<string, string>();
  const failures: Record<string, number> = {};
  const latencies: number[] = [];
  const due: Promise<void>[] = [];
  const startedAt = performance.now();
  let isOver = false;

  async function sendOne(number: number): Promise<void> {
    const orderId = `${prefix}-${number}`;
    const body = Buffer.from(signedBody(notifyEntries({ sid: benchSid, orderId, trnref: `T${orderId}` }), signer));
    const sentAt = performance.now();
    const outcome = await post(pool, `/api/notify/${endpointId}`, body);
    latencies.push(performance.now() - sentAt);
    if (outcome === "OK") acknowledged.set(orderId, createHash("sha256").update(body).digest("hex"));
    else failures[outcome] = (failures[outcome] ?? 0) + 1;
  }

  async function send(): Promise<void> {
    while (!isOver) {
      const wanted = Math.ceil(((performance.now() - startedAt) / 1_000) * perSecond);
      while (due.length < wanted) due.push(sendOne(due.length));
      await wait(tickMs);
    }
  }

  const sending = send();
  return {
    okCount: () => acknowledged.size,
    async stop() {
      isOver = true;
      await sending;
      await Promise.all(due);
      await pool.close();
      return { sent: due.length, ok: acknowledged.size, acknowledged, failures, latencyMs: toPercentiles(latencies) };
    },
  };
}

/** `OK` only for status 200 and a body of exactly those two bytes. */
async function post(pool: Pool, path: string, body: Buffer): Promise<string> {
  try {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await pool.request({ path, method: "POST", headers, body });
    const text = await answer.body.text();
    if (answer.statusCode === 200 && text === "OK") return "OK";
    // Our processes date each answer; haproxy does not date its own.
    return answer.headers.date ? String(answer.statusCode) : `${answer.statusCode} of haproxy`;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
}
