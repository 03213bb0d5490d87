import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isAppError } from "#lib/core/errors.ts";
import { Secret } from "#lib/core/secret.ts";
import { createPermitLedger } from "#lib/db/lockout/permits.ts";
import { identityPair } from "#lib/db/schema/identity.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { createGateway } from "./create-gateway.ts";
import { defaultGatewayOptions } from "./default-options.ts";
import { gatewayRefusal } from "./error-response.ts";
import type { Gateway } from "./gateway.ts";
import { startTinyGateway, type TinyGateway } from "./testing/tiny-gateway.ts";
import type { GatewayOptions } from "./types.ts";

const vault = createTestVault();
let store: TestStore;
let upstream: TinyGateway;
let integration = 0;

beforeAll(async () => {
  store = await createTestStore({ connectionsMax: 20 });
});
afterAll(() => store.drop());
beforeEach(async () => {
  upstream = await startTinyGateway();
  integration += 1;
});
afterEach(() => upstream.close());

/** A client as one process has it; two clients on one database stand for two processes. */
function openProcess(options: Partial<GatewayOptions> = {}): Gateway {
  return createGateway({
    environment: {
      id: "demo",
      baseUrl: upstream.url,
      partnerId: "mps-p-1",
      applicationId: "mps-app-1",
      clientId: `client_${integration}`,
      clientSecret: new Secret("secret_1"),
      options: { ...defaultGatewayOptions, ...options },
    },
    permits: createPermitLedger({ db: store.db, vault }),
    allowedHosts: [upstream.host],
  });
}

function merchantOf(gateway: Gateway, name: string) {
  const id = `cli_${integration}_${name}`;
  return gateway.forMerchant({ id, slug: name, clientId: id, clientSecret: new Secret("sec_1") });
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "no error";
  } catch (thrown) {
    if (!isAppError(thrown)) throw thrown;
    return thrown.code;
  }
}

describe("signing in", () => {
  test("a thousand cold calls over eight merchants from two processes cost one token call and one session call each", {
    meta: { slow: "Starts two processes that make a thousand calls." },
  }, async () => {
    const processes = [openProcess(), openProcess()];
    const merchants = processes.map((gateway) => Array.from({ length: 8 }, (_, at) => merchantOf(gateway, `m${at}`)));
    await Promise.all(
      Array.from({ length: 1_000 }, (_, at) => merchants[at % 2]?.[Math.floor(at / 2) % 8]?.readTransactions({ page: 1 })),
    );
    expect(upstream.tokenCalls).toBe(1);
    expect([...upstream.sessionCalls.values()]).toEqual(Array(8).fill(1));
  });

  test("a refused pair is tried exactly once from two processes, and the other merchants are unaffected", async () => {
    upstream.refused.set(`cli_${integration}_bad`, 400);
    const processes = [openProcess(), openProcess()];
    const outcomes = await Promise.all(
      processes.flatMap((gateway) => [
        ...Array.from({ length: 20 }, () => codeOf(merchantOf(gateway, "bad").readTransactions({ page: 1 }))),
        ...["a", "b", "c"].map((name) => codeOf(merchantOf(gateway, name).readTransactions({ page: 1 }))),
      ]),
    );
    expect(upstream.sessionCalls.get(`cli_${integration}_bad`)).toBe(1);
    expect(new Set(outcomes)).toEqual(new Set(["merchant_refused", "no error"]));
    expect(outcomes.filter((code) => code === "no error")).toHaveLength(6);
  });

  test("two refused pairs never cause three consecutive failures of one integration", async () => {
    for (const name of ["bad1", "bad2", "bad3", "bad4"]) upstream.refused.set(`cli_${integration}_${name}`, 400);
    const gateway = openProcess();
    expect(await codeOf(merchantOf(gateway, "good").readTransactions({ page: 1 }))).toBe("no error");
    for (const name of ["bad1", "bad2", "bad3", "bad4"])
      expect(await codeOf(merchantOf(gateway, name).readTransactions({ page: 1 }))).not.toBe("no error");
    const answers = upstream.requests.filter(({ url }) => url === "/api/v1/auth/session").map(({ body }) => body.includes("bad"));
    expect(answers.join(",")).not.toContain("true,true,true");
  });

  test("the one manual attempt is the second failure, and a third is never sent", async () => {
    upstream.refused.set(`cli_${integration}_bad`, 400);
    const gateway = openProcess();
    const merchant = merchantOf(gateway, "bad");
    expect(await codeOf(merchant.readTransactions({ page: 1 }))).toBe("merchant_refused");
    expect((await merchant.tryOnceMore("manual")).outcome).toBe("refused");
    expect((await merchant.tryOnceMore("manual")).outcome).toBe("not_permitted");
    expect(upstream.sessionCalls.get(`cli_${integration}_bad`)).toBe(2);
    expect((await merchant.identityStatus()).pair.used).toBe(2);
  });

  test("consecutive refusals of unproven merchants are ended by a proven one, also when they come one at a time", async () => {
    for (const name of ["bad1", "bad2", "bad3"]) upstream.refused.set(`cli_${integration}_${name}`, 400);
    const gateway = openProcess();
    await merchantOf(gateway, "good").readTransactions({ page: 1 });
    for (const name of ["bad1", "bad2", "bad3"])
      expect(await codeOf(merchantOf(gateway, name).readTransactions({ page: 1 }))).toBe("merchant_refused");
    expect(await codeOf(merchantOf(gateway, "new").readTransactions({ page: 1 }))).toBe("no error");
  });

  test("an expired session is renewed once, and the call succeeds", async () => {
    const merchant = merchantOf(openProcess(), "a");
    let refuseOnce = true;
    upstream.business = () => {
      if (refuseOnce) {
        refuseOnce = false;
        return { status: 401, body: "" };
      }
      return { status: 200, body: '{"items":[]}' };
    };
    expect((await merchant.readTransactions({ page: 1 })).rows).toEqual([]);
    expect(upstream.sessionCalls.get(`cli_${integration}_a`)).toBe(2);
  });
});

describe("a gateway that forgot its tokens early", () => {
  const names = ["a", "b", "c", "d", "e", "f"];
  const readAll = (gateways: readonly Gateway[]) =>
    Promise.all(
      gateways.flatMap((gateway) => names.map((name) => codeOf(merchantOf(gateway, name).readTransactions({ page: 1 })))),
    );
  const allOk = (gateways: readonly Gateway[]) => Array(gateways.length * names.length).fill("no error");

  test("blocks no merchant: one more token call, at most one more session call each, from two processes", async () => {
    const processes = [openProcess(), openProcess()];
    expect(await readAll(processes)).toEqual(allOk(processes));
    upstream.deleteTokens();
    expect(await readAll(processes)).toEqual(allOk(processes));
    expect(upstream.tokenCalls).toBe(2);
    expect(Math.max(...upstream.sessionCalls.values())).toBeLessThanOrEqual(2);
  });

  test("during session calls: the 401 concerns the token, and the merchant is retried once with a new one", async () => {
    const processes = [openProcess(), openProcess()];
    await Promise.all(processes.map((gateway) => merchantOf(gateway, "a").readTransactions({ page: 1 })));
    await merchantOf(openProcess(), "b").readTransactions({ page: 1 });
    upstream.deleteTokens();
    // New processes use the stored token, as after a restart; merchants that never worked wait for a manual attempt.
    await store.db.update(identityPair).set({ cachedUntil: null }).where(eq(identityPair.kind, "session"));
    const restarted = [openProcess(), openProcess()];
    const codes = await Promise.all(
      restarted.flatMap((gateway) => ["a", "b"].map((name) => codeOf(merchantOf(gateway, name).readTransactions({ page: 1 })))),
    );
    expect(codes).toEqual(Array(4).fill("no error"));
    expect(upstream.tokenCalls).toBe(2);
    // The merchant refused under the old token and one more: at most two calls each beside the first.
    expect(Math.max(...upstream.sessionCalls.values())).toBeLessThanOrEqual(3);
    expect(upstream.failuresMax).toBe(1);
  });

  test("twice within a minute blocks no merchant: calls wait until a token may be renewed again", async () => {
    const processes = [openProcess(), openProcess()];
    await readAll(processes);
    upstream.deleteTokens();
    expect(await readAll(processes)).toEqual(allOk(processes));
    upstream.deleteTokens();
    for (let round = 0; round < 3; round++) expect(await readAll(processes)).not.toContain("merchant_refused");
    await store.db.update(identityPair).set({ forcedAt: sql`now() - interval '61 seconds'` });
    expect(await readAll(processes)).toEqual(allOk(processes));
  });

  test("while another merchant's refusal stands: the one remaining permitted failure is not spent on the old token", async () => {
    upstream.refused.set(`cli_${integration}_bad`, 400);
    const gateway = openProcess();
    for (const name of ["a", "b"]) await merchantOf(gateway, name).readTransactions({ page: 1 });
    expect(await codeOf(merchantOf(gateway, "bad").readTransactions({ page: 1 }))).toBe("merchant_refused");
    upstream.deleteTokens();
    await store.db.update(identityPair).set({ cachedUntil: null }).where(eq(identityPair.kind, "session"));
    const later = openProcess();
    for (const name of ["a", "b"]) expect(await codeOf(merchantOf(later, name).readTransactions({ page: 1 }))).toBe("no error");
    expect(upstream.failuresMax).toBe(1);
  });

  test("a new secret that never worked gets one manual attempt, whatever the token was", async () => {
    const gateway = openProcess();
    await merchantOf(gateway, "a").readTransactions({ page: 1 });
    const id = `cli_${integration}_a`;
    upstream.refused.set(id, 401);
    const renewed = gateway.forMerchant({ id, slug: "a", clientId: id, clientSecret: new Secret("sec_new") });
    expect((await renewed.tryOnceMore("manual")).outcome).toBe("refused");
    expect((await renewed.identityStatus()).pair).toMatchObject({ used: 1, state: "open" });
    expect(upstream.sessionCalls.get(id)).toBe(2);
  });

  test("during a manual attempt of a proven merchant uses one more token, not the merchant's last attempt", async () => {
    const gateway = openProcess();
    const merchant = merchantOf(gateway, "a");
    await merchant.readTransactions({ page: 1 });
    upstream.deleteTokens();
    expect((await merchant.tryOnceMore("manual")).outcome).toBe("signed_in");
    expect((await merchant.identityStatus()).pair).toMatchObject({ used: 0, state: "closed" });
  });

  test("a merchant that never worked waits for a manual attempt; the others continue", async () => {
    const gateway = openProcess();
    await merchantOf(gateway, "a").readTransactions({ page: 1 });
    upstream.deleteTokens();
    expect(await codeOf(merchantOf(gateway, "new").readTransactions({ page: 1 }))).toBe("merchant_refused");
    expect(await codeOf(merchantOf(gateway, "a").readTransactions({ page: 1 }))).toBe("no error");
    expect((await merchantOf(gateway, "new").tryOnceMore("manual")).outcome).toBe("signed_in");
    expect(upstream.failuresMax).toBe(1);
  });

  test("a merchant whose pair is refused with 401 costs its own two failures and a token each; the others continue", async () => {
    const gateway = openProcess();
    for (const name of ["a", "revoked"]) await merchantOf(gateway, name).readTransactions({ page: 1 });
    upstream.refused.set(`cli_${integration}_revoked`, 401);
    await store.db.update(identityPair).set({ cachedUntil: null }).where(eq(identityPair.kind, "session"));
    const later = openProcess();
    await merchantOf(later, "a").readTransactions({ page: 1 });
    expect(await codeOf(merchantOf(later, "revoked").readTransactions({ page: 1 }))).toBe("merchant_refused");
    expect(await codeOf(merchantOf(later, "revoked").readTransactions({ page: 1 }))).toBe("merchant_refused");
    expect(upstream.sessionCalls.get(`cli_${integration}_revoked`)).toBe(3);
    expect(await codeOf(merchantOf(later, "b").readTransactions({ page: 1 }))).toBe("no error");
    expect(upstream.tokenCalls).toBe(3);
    expect(upstream.failuresMax).toBeLessThanOrEqual(2);
  });
});

test("two consecutive 401 responses, the second with a new session, stop that merchant's calls until a manual attempt", async () => {
  const gateway = openProcess();
  const isMine = (headers: Record<string, unknown>) => String(headers["x-session"]).endsWith("_a");
  let isRefused = true;
  upstream.business = ({ headers }) =>
    isRefused && isMine(headers) ? { status: 401, body: "" } : { status: 200, body: '{"items":[]}' };
  const merchant = merchantOf(gateway, "a");
  expect(await codeOf(merchant.readTransactions({ page: 1 }))).toBe("gateway_unauthorized");
  const calls = upstream.requests.length;
  await expect(merchant.readTransactions({ page: 1 })).rejects.toThrow(/two calls of this merchant in a row/);
  expect(upstream.requests).toHaveLength(calls);
  expect(await codeOf(merchantOf(gateway, "b").readTransactions({ page: 1 }))).toBe("no error");
  expect((await merchant.identityStatus()).pair).toMatchObject({ used: 0, state: "open" });
  isRefused = false;
  expect((await merchant.tryOnceMore("manual")).outcome).toBe("signed_in");
  expect(await codeOf(merchant.readTransactions({ page: 1 }))).toBe("no error");
});

describe("a read", () => {
  test("carries the four headers and only the OpenAPI's query names", async () => {
    await merchantOf(openProcess(), "a").readTransactions({
      accountNumber: "5001",
      from: "2026-03-01",
      to: "2026-03-04",
      sign: "debit",
      types: ["013"],
      order: "asc",
      page: 2,
    });
    const last = upstream.requests.at(-1);
    expect(last?.headers).toMatchObject({
      authorization: "Bearer t1",
      "x-session": `s-cli_${integration}_a`,
      "x-partner-id": "mps-p-1",
      "x-application-id": "mps-app-1",
      "user-agent": expect.stringMatching(/^Counterfoil\/\d+\.\d+\.\d+$/),
    });
    expect(Object.fromEntries(new URL(last?.url ?? "", upstream.url).searchParams)).toEqual({
      account_number: "5001",
      from_date: "2026-03-01",
      to_date: "2026-03-04",
      sign: "Debit",
      transaction_types: "013",
      order: "Ascending",
      page: "2",
      size: "100",
    });
  });

  test.each([
    ["a web page", "<html>busy</html>", "gateway_protocol"],
    ["half a JSON", '{"items":[{"id":1', "gateway_protocol"],
    ["nothing", "", "gateway_protocol"],
    ["an error inside a 200", '{"error":"no"}', "gateway_protocol"],
  ])("answered with %s is said to be just that", async (_name, body, code) => {
    upstream.business = () => ({ status: 200, body });
    expect(await codeOf(merchantOf(openProcess(), "a").readTransactions({ page: 1 }))).toBe(code);
  });

  test("is retried after 429 and a broken connection, and not after 403", async () => {
    const answers: ReturnType<TinyGateway["business"]>[] = [{ status: 429, body: "", headers: { "retry-after": "0" } }, "drop"];
    upstream.business = () => answers.shift() ?? { status: 200, body: '{"items":[]}' };
    const merchant = merchantOf(openProcess(), "a");
    expect(await codeOf(merchant.readTransactions({ page: 1 }))).toBe("no error");
    upstream.business = () => ({ status: 403, body: '{"title":"Forbidden","status":403}' });
    const before = upstream.requests.length;
    expect(await codeOf(merchant.readTransactions({ page: 1 }))).toBe("gateway_forbidden");
    expect(upstream.requests.length - before).toBe(1);
  });

  test("of many references is halved after a 400 until only the bad reference is an error", async () => {
    upstream.business = (request) => {
      const references = new URL(request.url ?? "", upstream.url).searchParams.get("payment_references")?.split(",") ?? [];
      if (references.includes("BAD")) return { status: 400, body: '{"title":"no"}' };
      return {
        status: 200,
        body: JSON.stringify(
          references.filter((item) => item !== "GONE").map((item) => ({ payment_reference: item, details: [] })),
        ),
      };
    };
    const results = await merchantOf(openProcess(), "a").lookupReferences(["A", "BAD", "GONE", "B/ C"]);
    expect(results.map(({ reference, verdict }) => `${reference}:${verdict}`)).toEqual([
      "A:found",
      "BAD:error",
      "GONE:missing",
      "B/ C:found",
    ]);
  });
});

describe("a payment", () => {
  const request = { amountMinor: 1234, currency: "EUR", terminalId: "81000001", referenceNumber: "R1" };
  const sent = () => upstream.requests.filter(({ url }) => url === "/epos/v1/payments").length;

  test.each([
    ["a broken connection", "drop" as const, "outcome_unknown"],
    ["a 500", { status: 500, body: "" }, "outcome_unknown"],
    ["a 429", { status: 429, body: "" }, "outcome_unknown"],
    ["an unreadable 201", { status: 201, body: "<html>" }, "outcome_unknown"],
    ["a 400", { status: 400, body: '{"title":"Bad","errors":{"amount.value":["too small"]}}' }, "gateway_invalid"],
    ["a 401", { status: 401, body: "" }, "gateway_unauthorized"],
  ])("answered with %s is sent once", async (_name, answer, code) => {
    upstream.business = () => answer;
    expect(await codeOf(merchantOf(openProcess(), "a").createPayment(request))).toBe(code);
    expect(sent()).toBe(1);
  });

  test("that becomes late while it signs in is not sent", async () => {
    const isLate = () => upstream.tokenCalls > 0;
    expect(await codeOf(merchantOf(openProcess(), "a").createPayment({ ...request, isLate }))).toBe("gateway_unavailable");
    expect(sent()).toBe(0);
  });

  test("that is refused includes the gateway's message for display", async () => {
    upstream.business = () => ({ status: 400, body: '{"title":"Bad","errors":{"amount.value":["too small"]}}' });
    const error = await merchantOf(openProcess(), "a")
      .createPayment(request)
      .catch((thrown: unknown) => thrown);
    expect(gatewayRefusal(error)).toMatchObject({
      status: 400,
      title: "Bad",
      fields: [{ field: "amount.value", messages: ["too small"] }],
    });
  });

  test("is sent in minor units with the version in its content type", async () => {
    upstream.business = () => ({
      status: 201,
      body: '{"payment_id":"65f0","status":"InProgress","amount":{"value":1234,"currency_code":"EUR"}}',
    });
    const payment = await merchantOf(openProcess(), "a").createPayment(request);
    expect(payment).toMatchObject({ id: "65f0", status: "in_progress", amountMinor: 1234, currency: "EUR" });
    const last = upstream.requests.at(-1);
    expect(last?.headers["content-type"]).toBe("application/json; x-api-version=1");
    expect(JSON.parse(last?.body ?? "")).toMatchObject({
      amount: { value: 1234, currency_code: "EUR" },
      terminal_id: "81000001",
      reference_number: "R1",
    });
  });
});

test("a host that is not listed is never called", () => {
  const open = () =>
    createGateway({
      environment: {
        id: "demo",
        baseUrl: "https://evil.example",
        partnerId: "",
        applicationId: "",
        clientId: "",
        clientSecret: new Secret(""),
        options: defaultGatewayOptions,
      },
      permits: createPermitLedger({ db: store.db, vault }),
      allowedHosts: [upstream.host],
    });
  expect(open).toThrow(/GATEWAY_HOSTS/);
});
