import { expect, test } from "vitest";
import { Secret } from "#lib/core/secret.ts";
import { defaultGatewayOptions } from "./default-options.ts";
import { createSend } from "./http-request.ts";
import type { Outcome } from "./permit.ts";
import { requestSession } from "./sign-in-call.ts";
import { startTinyGateway } from "./testing/tiny-gateway.ts";

/** The outcome of a session call with this response. */
async function outcomeOf(body: string, status = 200): Promise<Outcome> {
  const upstream = await startTinyGateway();
  const send = createSend(async (url, options) => {
    await fetch(url, options);
    return new Response(body, { status, headers: { "content-type": "application/json" } });
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
  const outcome = await requestSession(send, environment, pair, new Secret("t"));
  await upstream.close();
  return outcome;
}

test.each([
  ["3600", 3_600_000],
  ['"3600"', 3_600_000],
  ['"soon"', 30_000],
])("a lifetime written as %s is %i ms", async (written, lifeMs) => {
  expect(await outcomeOf(`{"session":"s","expires_in":${written}}`)).toMatchObject({ kind: "ok", lifeMs });
});

test("a NUL in a scope is replaced: an accepted sign-in that cannot be stored would stop its integration", async () => {
  expect(await outcomeOf('{"session":"s","expires_in":60,"scope":"read\\u0000 write"}')).toMatchObject({ scope: "read write" });
});

test.each([
  [404, "{}"],
  [405, ""],
  [302, ""],
  [403, " <!doctype html>"],
])("a refusal that is no answer to a sign-in (%i) names the address, and counts like any other", async (status, body) => {
  expect(await outcomeOf(body, status)).toEqual({ kind: "refused", status, isWrongAddress: true });
});

test("a web page in place of a token names the address, and stays unknown", async () => {
  expect(await outcomeOf("<html>")).toMatchObject({ kind: "unknown", reason: { reason: "sign_in_address_wrong" } });
});

test("a refusal of the credentials is not blamed on the address", async () => {
  expect(await outcomeOf('{"title":"Invalid client"}', 400)).toEqual({ kind: "refused", status: 400 });
});
