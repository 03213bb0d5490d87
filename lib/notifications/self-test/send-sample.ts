import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Message } from "#lib/core/text.ts";
import type { SampleRequest } from "./sample.ts";
import { selfTestText } from "./texts.ts";

export type SampleAnswer = { status: number; body: string; ms: number };

/** `closed`: the connection ended without a response. */
export type SampleOutcome = SampleAnswer | { problem: string | Message; isClosed: boolean };

export type SendSample = (url: string, sample: SampleRequest) => Promise<SampleOutcome>;

const answerBytesMax = 2_000;
const closedCodes: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE"]);

/** Sends over real HTTP, as the gateway would. Never rejects. */
export function createSampleSender({ timeoutMs = 15_000 } = {}): SendSample {
  return (url, sample) =>
    new Promise((resolve) => {
      const startedAt = performance.now();
      const send = url.startsWith("https:") ? requestHttps : requestHttp;
      const request = send(url, { method: sample.method, headers: headersOf(sample), agent: false }, (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          body += part;
        });
        const done = () => {
          resolve({ status: response.statusCode ?? 0, body: body.slice(0, answerBytesMax), ms: performance.now() - startedAt });
          request.destroy();
        };
        response.on("end", done).on("error", done);
      });
      request.on("error", (error: NodeJS.ErrnoException) =>
        resolve({ problem: error.code ?? error.message, isClosed: closedCodes.has(error.code ?? "") }),
      );
      request.setTimeout(timeoutMs, () => {
        resolve({ problem: selfTestText("no_answer_within", { seconds: timeoutMs / 1_000 }), isClosed: false });
        request.destroy();
      });
      if (sample.pace === "stalls") request.write(sample.body.slice(0, sample.body.length / 2));
      else request.end(sample.method === "GET" ? undefined : sample.body);
    });
}

function headersOf({ method, contentType, body, pace }: SampleRequest): Record<string, string> {
  const agent = { "user-agent": "counterfoil-self-test" };
  if (method === "GET") return agent;
  const headers = { ...agent, "content-type": contentType };
  if (pace === "unannounced") return { ...headers, "transfer-encoding": "chunked" };
  return { ...headers, "content-length": String(Buffer.byteLength(body)) };
}
