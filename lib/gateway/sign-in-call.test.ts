import { expect, test } from "vitest";
import { Secret } from "../core/secret.ts";
import { createSend } from "./exchange.ts";
import { defaultGatewayOptions } from "./index.ts";
import { requestSession } from "./sign-in-call.ts";
import { startTinyGateway } from "./testing/tiny-gateway.ts";

test.each([
  ["3600", 3_600_000],
  ['"3600"', 3_600_000],
  ['"soon"', 30_000],
])("a lifetime written as %s is %i ms", async (written, lifeMs) => {
  const upstream = await startTinyGateway();
  const send = createSend(async (url, options) => {
    await fetch(url, options);
    return new Response(`{"session":"s","expires_in":${written}}`, { headers: { "content-type": "application/json" } });
  });
  const pair = { environment: "demo", kind: "session", clientId: "cli_1", clientSecret: new Secret("sec_1") } as const;
  const environment = {
    id: "demo",
    baseUrl: upstream.url,
    partnerId: "mps-p-1",
    applicationId: "mps-app-1",
    clientId: "client_1",
    clientSecret: new Secret("secret_1"),
    options: defaultGatewayOptions,
  } as const;
  expect(await requestSession(send, environment, pair, new Secret("t"))).toMatchObject({ kind: "ok", lifeMs });
  await upstream.close();
});
