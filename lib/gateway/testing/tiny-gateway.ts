import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A minimal gateway for tests of the client: counts requests and returns configured responses. */
export type TinyGateway = {
  url: string;
  host: string;
  tokenCalls: number;
  sessionCalls: Map<string, number>;
  /** Client IDs whose session call gets this status. */
  refused: Map<string, number>;
  /** Resolves when a session call of this client ID may get its response. */
  mayAnswer: (clientId: string) => Promise<unknown>;
  /** A restart: every call under an earlier token gets a 401, session calls too, which count as failures. */
  deleteTokens: () => void;
  /** The longest run of consecutive failures of the integration. */
  failuresMax: number;
  business: (
    request: IncomingMessage,
    body: string,
  ) => { status: number; body: string; headers?: Record<string, string> } | "drop" | Promise<never>;
  requests: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[];
  close(): Promise<void>;
};

export async function startTinyGateway(): Promise<TinyGateway> {
  const server = createServer((request, response) => void serve(gateway, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  let forgottenTo = 0;
  let failures = 0;
  const gateway: TinyGateway & Inner = {
    deleteTokens: () => {
      forgottenTo = gateway.tokenCalls;
    },
    failuresMax: 0,
    knowsToken: ({ headers }) =>
      Number(/^Bearer t(\d+)$/.exec(headers.authorization ?? "")?.[1] ?? Number.POSITIVE_INFINITY) > forgottenTo,
    count: (isRefused) => {
      failures = isRefused ? failures + 1 : 0;
      gateway.failuresMax = Math.max(gateway.failuresMax, failures);
    },
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    tokenCalls: 0,
    sessionCalls: new Map(),
    refused: new Map(),
    mayAnswer: async () => {},
    business: () => ({
      status: 200,
      body: '{"items":[],"page":1,"page_size":100,"total_pages":0,"total_count":0,"has_next_page":false}',
    }),
    requests: [],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return gateway;
}

type Inner = { knowsToken(request: IncomingMessage): boolean; count(isRefused: boolean): void };

async function serve(gateway: TinyGateway & Inner, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = "";
  for await (const chunk of request) body += chunk;
  gateway.requests.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
  if (request.url === "/api/v1/oauth/token") {
    gateway.tokenCalls += 1;
    return answer(
      response,
      200,
      `{"access_token":"t${gateway.tokenCalls}","expires_in":3600,"token_type":"Bearer","scope":"accounting.read"}`,
    );
  }
  if (request.url === "/api/v1/auth/session") {
    const { client_id: id } = JSON.parse(body) as { client_id: string };
    gateway.sessionCalls.set(id, (gateway.sessionCalls.get(id) ?? 0) + 1);
    await gateway.mayAnswer(id);
    const status = gateway.knowsToken(request) ? gateway.refused.get(id) : 401;
    gateway.count(status !== undefined);
    return status === undefined
      ? answer(response, 200, `{"session":"s-${id}","expires_in":360}`)
      : answer(response, status, '{"title":"Bad Request"}');
  }
  if (!gateway.knowsToken(request)) return answer(response, 401, "");
  const result = await gateway.business(request, body);
  if (result === "drop") request.socket.destroy();
  else answer(response, result.status, result.body, result.headers);
}

function answer(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
}
