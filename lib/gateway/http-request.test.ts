import { createServer } from "node:http";
import { expect, test } from "vitest";
import { createSend } from "./http-request.ts";
import { reportingResponses } from "./paced-send.ts";

const outgoing = {
  method: "POST",
  url: new URL("https://gateway.example/epos/v1/payments"),
  headers: {},
  timeoutMs: 5_000,
} as const;

/** The failure reported for an error that `fetch` throws. */
async function kindOf(...causes: object[]): Promise<string | undefined> {
  const cause = causes.length === 1 ? causes[0] : { errors: causes };
  const exchange = await createSend(() => Promise.reject(new TypeError("fetch failed", { cause })))(outgoing);
  return "noAnswer" in exchange ? exchange.noAnswer.kind : undefined;
}

test.each([
  ["no name server", [{ code: "EAI_AGAIN", syscall: "getaddrinfo" }]],
  ["nobody there", [{ code: "ECONNREFUSED", syscall: "connect" }]],
  [
    "no way there, by any address",
    [
      { code: "EHOSTUNREACH", syscall: "connect" },
      { code: "ENETUNREACH", syscall: "connect" },
    ],
  ],
  ["a connection that took too long", [{ code: "UND_ERR_CONNECT_TIMEOUT" }]],
  ["another's certificate", [{ code: "ERR_TLS_CERT_ALTNAME_INVALID" }]],
])("%s: nothing was sent", async (_, causes) => {
  expect(await kindOf(...causes)).toBe("not_sent");
});

test.each([
  ["the way is lost while the answer is awaited", [{ code: "EHOSTUNREACH", syscall: "read" }]],
  ["a broken record after the request", [{ code: "ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC" }]],
  ["an alert after the handshake", [{ code: "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED" }]],
  ["a reset", [{ code: "ECONNRESET", syscall: "read" }]],
  [
    "one address of two that may have been written to",
    [
      { code: "ECONNREFUSED", syscall: "connect" },
      { code: "EPIPE", syscall: "write" },
    ],
  ],
])("%s: it may have happened", async (_, causes) => {
  expect(await kindOf(...causes)).toBe("broken");
});

test("a byte order mark before an answer is not part of its text", async () => {
  const exchange = await createSend(async () => new Response('\ufeff{"status":"Success"}'))(outgoing);
  expect(exchange).toMatchObject({ answer: { status: 200, text: '{"status":"Success"}' } });
});

// Wrong: Node's `fetch` sends a request again by itself after 421, and tells nobody that a 407 was an answer.
test.each([421, 407])("a request answered %i is sent once, and answered", async (status) => {
  let received = 0;
  const server = createServer((_, response) => {
    received += 1;
    response.writeHead(status).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = new URL(`http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`);
  try {
    expect(await createSend(fetch)({ ...outgoing, url, body: "{}" })).toMatchObject({ answer: { status } });
    expect(received).toBe(1);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test.each([
  ["600", 600_000],
  ["86400", 3_600_000],
  ["later", undefined],
])("of Retry-After: %s the background is told the whole pause, up to an hour", async (header, retryAfterMs) => {
  const told: object[] = [];
  const pace = {
    isBackground: true,
    ready: async () => {},
    onResponse: (answer: object) => void told.push(answer),
    hurry: () => {},
  };
  const throttled = async () => new Response("", { status: 429, headers: { "retry-after": header } });
  await reportingResponses(createSend(throttled), pace)(outgoing);
  expect(told).toEqual([{ status: 429, retryAfterMs }]);
});
