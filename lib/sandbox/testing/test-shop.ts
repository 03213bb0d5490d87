import { createServer } from "node:http";
import type { StoreAddresses } from "../checkout/store-keys.ts";

export type TestMerchantServer = {
  addresses: StoreAddresses;
  /** Bodies posted to URL_Notify, in order, byte for byte. */
  received: string[];
  answer: { status: number; body: string; headers: Record<string, string> };
  close(): Promise<void>;
};

/** A merchant's server that records requests to URL_Notify and sends configured responses. */
export async function startTestMerchantServer(): Promise<TestMerchantServer> {
  const received: string[] = [];
  const answer = { status: 200, body: "OK", headers: {} };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push(body);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  return {
    addresses: { urlNotify: `${origin}/notify`, urlOk: `${origin}/ok`, urlCancel: `${origin}/cancel?shop=1` },
    received,
    answer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Names and decoded values of a form body, in order. */
export function fieldsOf(body: string): [string, string][] {
  return [...new URLSearchParams(body)];
}

export function methodOf(body: string): string | undefined {
  return fieldsOf(body)[0]?.[1];
}
