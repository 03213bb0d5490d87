import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Agent, request } from "undici";
import { notifyEntries, type Signer, signedBody } from "#lib/notifications/testing/sign.ts";
import { benchSid } from "#tools/bench/support/app-database.ts";
import type { EntryPoint } from "./entry-point.ts";

/** Results of the senders: the notices acknowledged with OK, and the other outcomes. */
export type Sent = {
  /** Order id -> sha256 of the body, in hex; of notices with the response 200 and exactly OK. */
  acknowledged: Map<string, string>;
  /** Outcomes of the attempts: a status, or the name of the error. */
  tries: Record<string, number>;
  /** Number of notices acknowledged at the first attempt. */
  atOnce: number;
  longestWaitMs: number;
};

export type SendersOptions = { entryPoints: readonly EntryPoint[]; endpointId: string; signer: Signer };

export type Senders = {
  sent: Sent;
  /** `count` senders, each with one notice after another, until `stop`. */
  start(options: { count: number; pauseMsMax: number }): void;
  /** Sends one notice to any of the entry points until it is acknowledged with OK. */
  sendOne(): Promise<void>;
  /** Rejects when a notice is not acknowledged for two minutes. */
  failed: Promise<never>;
  /** Resolves when every started notice is acknowledged. */
  stop(): Promise<void>;
};

const retryMsMax = 150;
const tryMs = 15_000;
const giveUpMs = 120_000;
/** The gateway delivers some twice although it received OK. */
const repeatShare = 0.05;

export function createSenders({ entryPoints, endpointId, signer }: SendersOptions): Senders {
  const agent = new Agent({ connections: 64, pipelining: 1, connect: { timeout: 2_000 } });
  const sent: Sent = { acknowledged: new Map(), tries: {}, atOnce: 0, longestWaitMs: 0 };
  const running: Promise<void>[] = [];
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  let isStopping = false;
  let made = 0;

  async function isAnsweredOk(body: Buffer): Promise<boolean> {
    const entryPoint = entryPoints[Math.floor(Math.random() * entryPoints.length)];
    if (!entryPoint) throw new Error("There is no entry point to send to.");
    const outcome = await post(agent, `${entryPoint.origin}/api/notify/${endpointId}`, body);
    sent.tries[outcome] = (sent.tries[outcome] ?? 0) + 1;
    if (outcome === "OK") entryPoint.recordAnswer();
    return outcome === "OK";
  }

  async function sendOne(): Promise<void> {
    made += 1;
    const orderId = `CRASH-${made}`;
    const body = Buffer.from(signedBody(notifyEntries({ sid: benchSid, orderId, trnref: `T${orderId}` }), signer));
    const begunAt = performance.now();
    if (await isAnsweredOk(body)) sent.atOnce += 1;
    else await repeatUntilOk(body, orderId, begunAt);
    sent.acknowledged.set(orderId, createHash("sha256").update(body).digest("hex"));
    sent.longestWaitMs = Math.max(sent.longestWaitMs, performance.now() - begunAt);
    if (Math.random() < repeatShare) await isAnsweredOk(body);
  }

  async function repeatUntilOk(body: Buffer, orderId: string, begunAt: number): Promise<void> {
    do {
      if (performance.now() - begunAt > giveUpMs) throw new Error(`${orderId} was not answered OK for ${giveUpMs / 1_000} s.`);
      await wait(Math.random() * retryMsMax);
    } while (!(await isAnsweredOk(body)));
  }

  return {
    sent,
    failed,
    sendOne,
    start({ count, pauseMsMax }) {
      const sender = async () => {
        while (!isStopping) {
          await sendOne();
          await wait(Math.random() * pauseMsMax);
        }
      };
      const more = Array.from({ length: count }, sender);
      for (const each of more) each.catch(fail);
      running.push(...more);
    },
    async stop() {
      isStopping = true;
      await Promise.all(running).finally(() => agent.destroy());
    },
  };
}

/** `OK` only for status 200 and a complete body of exactly those two bytes. */
async function post(dispatcher: Agent, url: string, body: Buffer): Promise<string> {
  try {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await request(url, { dispatcher, method: "POST", headers, body, headersTimeout: tryMs, bodyTimeout: tryMs });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) return String(answer.statusCode);
    return text === "OK" ? "OK" : `200 with ${JSON.stringify(text.slice(0, 20))}`;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
}
