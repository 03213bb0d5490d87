import type { LookupAddress } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import type { Message } from "#lib/core/text.ts";
import { type ResolveHost, resolveHost } from "./resolve-host.ts";
import { resolvePublic } from "./resolve-public.ts";

export type PostTarget = {
  /** `host:port` pairs that may be private. */
  allowedHosts: readonly string[];
  resolve?: ResolveHost | undefined;
};

type Posted = { headers: Record<string, string>; body: Uint8Array; signal: AbortSignal };
export type PostAnswer = { status: number; text: string };

const answerBytesMax = 4_096;

/**
 * Posts to an address that somebody entered. The name is resolved once; the connection uses only those addresses and only if
 * all are public. Redirects are not followed (docs/notifications.md, rule 30). A message says why nothing was sent; rejects when
 * the connection fails or the signal aborts it.
 */
export function postGuarded(address: string, posted: Posted, target: PostTarget): Promise<PostAnswer | Message> {
  return Promise.race([resolveAndPost(address, posted, target), rejectOn(posted.signal)]);
}

async function resolveAndPost(
  address: string,
  posted: Posted,
  { allowedHosts, resolve = resolveHost }: PostTarget,
): Promise<PostAnswer | Message> {
  const url = new URL(address);
  const way = await resolvePublic(url, { resolve, allowedHosts });
  return "problem" in way ? way.problem : post(url, way.addresses, posted);
}

function post(url: URL, addresses: LookupAddress[], { headers, body, signal }: Posted): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const options = { method: "POST", headers, agent: false, lookup: pinnedTo(addresses), signal } as const;
    const request = send(url, options, (response) => {
      readAnswer(response).then((text) => {
        resolve({ status: response.statusCode ?? 0, text });
        request.destroy();
      }, reject);
    });
    // Of a request that was not made for another protocol Node.js reports 101 here only.
    request.on("upgrade", ({ statusCode = 0 }, socket) => {
      socket.destroy();
      resolve({ status: statusCode, text: "" });
    });
    request.on("error", reject);
    // Also told of an answer that is broken off, before its own error.
    request.on("close", () => reject(Object.assign(new Error("The request ended without an answer."), { code: "ECONNRESET" })));
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

/** The beginning; the rest is not read. */
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
