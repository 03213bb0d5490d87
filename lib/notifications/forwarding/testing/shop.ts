import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type ShopRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer };

/** A merchant's shop over real HTTP that records its requests. */
export type TestMerchantServer = {
  url: string;
  host: string;
  received: ShopRequest[];
  /** Handles the next requests. */
  answer: (response: ServerResponse, request: ShopRequest) => void;
  close(): Promise<void>;
};

export const answerWith =
  (status: number, body = "", headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers).end(body);
  };

/** Answers 101 and keeps the connection, as no answer to a notification may. */
export function switchProtocol(response: ServerResponse): void {
  response.socket?.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
}

export async function openTestMerchantServer({ port = 0 } = {}): Promise<TestMerchantServer> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method = "", url = "", headers } = request;
    const received = { method, url, headers, body: Buffer.concat(parts) };
    shop.received.push(received);
    shop.answer(response, received);
  });
  await new Promise<void>((resolve) => {
    server.listen(port, "127.0.0.1", resolve);
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const shop: TestMerchantServer = {
    url: `http://${host}/notify`,
    host,
    received: [],
    answer: answerWith(200, "OK"),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return shop;
}
