import type { LookupAddress } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import type { Clock } from "#lib/core/clock.ts";
import type { Message } from "#lib/core/text.ts";
import { notificationText } from "../texts.ts";
import { forwardHeaders } from "./forward-headers.ts";
import type { SendToShop } from "./ports.ts";
import { type ResolveHost, resolveBySystem, resolvePublic } from "./resolve-public.ts";
import { answerProblem, connectionProblem } from "./shop-problem.ts";

export type ShopSenderOptions = {
  clock: Clock;
  /** `host:port` pairs that may be private. */
  allowedHosts: readonly string[];
  resolve?: ResolveHost;
};

const answerBytesMax = 4_096;
const shownMax = 200;

type ShopAnswer = { status: number; text: string };

/**
 * Posts a message to a shop as it was received. The name is resolved once; the connection uses only those
 * addresses and only if all are public. Redirects are not followed (docs/notifications.md, rule 30).
 */
export function createShopSender({ clock, allowedHosts, resolve = resolveBySystem }: ShopSenderOptions): SendToShop {
  async function sendOnce(
    address: string,
    message: Parameters<SendToShop>[1],
    signal: AbortSignal,
  ): Promise<ShopAnswer | Message> {
    const url = new URL(address);
    const way = await Promise.race([resolvePublic(url, { resolve, allowedHosts }), rejectOn(signal)]);
    if ("problem" in way) return way.problem;
    return post(url, { addresses: way.addresses, headers: forwardHeaders(message), body: message.body, signal });
  }

  return async (address, message, { timeoutMs }) => {
    const at = new Date(clock.now());
    const startedAt = clock.monotonic();
    const signal = AbortSignal.timeout(timeoutMs);
    const outcome = await sendOnce(address, message, signal).catch((cause: unknown) =>
      signal.aborted ? notificationText("shop_answer_late", { seconds: timeoutMs / 1_000 }) : connectionProblem(cause),
    );
    const ms = clock.monotonic() - startedAt;
    if ("reason" in outcome) return { at, ms, status: null, problem: outcome, answer: null };
    return { at, ms, status: outcome.status, problem: answerProblem(outcome), answer: toShown(outcome.text) };
  };
}

type Post = { addresses: LookupAddress[]; headers: Record<string, string>; body: Uint8Array; signal: AbortSignal };

function post(url: URL, { addresses, headers, body, signal }: Post): Promise<ShopAnswer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const options = { method: "POST", headers, agent: false, lookup: pinnedTo(addresses), signal } as const;
    const request = send(url, options, (response) => {
      readAnswer(response).then((text) => {
        resolve({ status: response.statusCode ?? 0, text });
        request.destroy();
      }, reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** A resolver for the connection that returns these addresses without a DNS query. */
function pinnedTo(addresses: LookupAddress[]): LookupFunction {
  return (_host, options, callback) => {
    if (options.all) return callback(null, addresses);
    const [first] = addresses;
    callback(null, first?.address ?? "", first?.family ?? 0);
  };
}

/** Enough to tell `OK` from anything else; the rest is not read. */
async function readAnswer(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response) {
    parts.push(part);
    bytes += part.length;
    if (bytes > answerBytesMax) break;
  }
  return Buffer.concat(parts).toString("utf8");
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function toShown(text: string): string {
  return text.slice(0, shownMax).replaceAll(/\p{Cc}/gu, " ");
}
