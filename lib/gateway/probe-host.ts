import { lookup } from "node:dns/promises";
import { setTimeout as delay } from "node:timers/promises";
import { connect } from "node:tls";
import type { Message } from "#lib/core/text.ts";
import { createSend } from "./http-request.ts";
import { endpoint } from "./sign-in-call.ts";
import { gatewayText } from "./texts.ts";

export type HostStep = { state: "works" | "failed" | "skipped"; ms: number; words: Message };
export type HostProbe = { resolve: HostStep; tls: HostStep };

const timeoutMs = 5_000;

/** Whether the gateway's name resolves and its TLS certificate is valid; sends no request, so no attempt is used. */
export async function probeHost(baseUrl: string): Promise<HostProbe> {
  const { hostname, port, protocol } = new URL(baseUrl);
  const host = hostname.replace(/^\[|\]$/g, "");
  const resolve = await timed(async () => {
    const { address } = await lookup(host);
    return gatewayText("host_address", { host, address });
  });
  if (resolve.state === "failed") return { resolve, tls: { state: "skipped", ms: 0, words: gatewayText("not_tried") } };
  if (protocol !== "https:") return { resolve, tls: { state: "skipped", ms: 0, words: gatewayText("plain_http") } };
  return { resolve, tls: await timed(() => shakeHands(host, Number(port || 443))) };
}

const probesMax = 6;
const probeWithinMs = 20_000;
const promptMs = 1_500;

/**
 * Waits until a gateway responds promptly to a call without credentials, so that a sign-in is never the first request to a
 * gateway that is idle or unavailable. False when it did not respond within a few calls.
 */
export async function isAnswering(baseUrl: string): Promise<boolean> {
  const send = createSend(fetch);
  const url = endpoint({ baseUrl }, "/api/v1");
  for (let probe = 0; probe < probesMax; probe++) {
    const startedAt = performance.now();
    const exchange = await send({ method: "GET", url, headers: {}, timeoutMs: probeWithinMs });
    const tookMs = performance.now() - startedAt;
    if ("answer" in exchange && tookMs <= promptMs) return true;
    await delay(Math.max(0, promptMs - tookMs));
  }
  return false;
}

const silent = new Error(`No answer within ${timeoutMs / 1_000} s`);

async function timed(work: () => Promise<Message>): Promise<HostStep> {
  const startedAt = performance.now();
  const passed = () => Math.round(performance.now() - startedAt);
  try {
    return { state: "works", words: await work(), ms: passed() };
  } catch (cause) {
    const { message } = cause instanceof Error ? cause : new Error(String(cause));
    const words = cause === silent ? gatewayText("host_silent", { seconds: timeoutMs / 1_000 }) : undefined;
    return { state: "failed", words: words ?? { message: `${message.slice(0, 200)}.`, reason: "host_problem" }, ms: passed() };
  }
}

function shakeHands(host: string, port: number): Promise<Message> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: timeoutMs }, () => {
      const validUntil = new Date(socket.getPeerCertificate().valid_to);
      const day = validUntil.toISOString().slice(0, 10);
      const words = gatewayText("host_certificate", { protocol: socket.getProtocol() ?? "", day });
      socket.end();
      resolve(words);
    });
    socket.on("timeout", () => socket.destroy(silent));
    socket.on("error", reject);
  });
}
