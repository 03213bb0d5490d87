import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fixedClock } from "../core/clock.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "./create-sandbox.ts";
import { createMemoryStorage } from "./memory-storage.ts";
import { strictSandboxSettings } from "./settings.ts";

const secret = "a secret of this test, and long enough";
const base = "http://sandbox.test/gw";
let clock: ReturnType<typeof fixedClock>;
let sandbox: Sandbox;

function open(options: Partial<SandboxOptions> = {}): Sandbox {
  return createSandbox({
    secret,
    storage: createMemoryStorage(),
    clock,
    baseUrl: base,
    transactions: 12_000,
    live: false,
    ...options,
  });
}

beforeEach(() => {
  clock = fixedClock(Date.UTC(2026, 10, 20, 12));
  sandbox = open();
});

async function call(
  path: string,
  init: RequestInit = {},
  on = sandbox,
): Promise<{ status: number; body: Record<string, never> & { [name: string]: unknown } }> {
  const response = await on.handle(new Request(base + path, init));
  const text = await response.text();
  return { status: response.status, body: text === "" ? {} : JSON.parse(text) };
}

async function tokenOf(on = sandbox): Promise<string> {
  const { clientId, clientSecret } = on.describe().integration;
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, grant_type: "client_credentials" });
  const answer = await call("/api/v1/oauth/token", { method: "POST", body }, on);
  return String(answer.body.access_token);
}

async function sessionCall(slug: string, token: string, on = sandbox, clientSecret?: string) {
  const merchant = on.describe().merchants.find((each) => each.slug === slug);
  const body = JSON.stringify({ client_id: merchant?.clientId, client_secret: clientSecret ?? merchant?.clientSecret });
  return call(
    "/api/v1/auth/session",
    { method: "POST", headers: { "content-type": "application/json", authorization: `Bearer ${token}` }, body },
    on,
  );
}

async function headersFor(slug: string, on = sandbox): Promise<Record<string, string>> {
  const token = await tokenOf(on);
  const { body } = await sessionCall(slug, token, on);
  const { partnerId, applicationId } = on.describe().integration;
  return {
    authorization: `Bearer ${token}`,
    "x-session": String(body.session),
    "x-partner-id": partnerId,
    "x-application-id": applicationId,
  };
}

type Row = {
  id: number;
  date: string;
  payment_reference: string | null;
  sign: string;
  transaction_amount: number;
  transaction_type: string;
  account_number: string;
};
const rowsOf = (body: Record<string, unknown>) => body.items as Row[];

describe("identity", () => {
  test("three failures in a row lock the pair, and a success in between starts anew", async () => {
    const token = await tokenOf();
    const bad = () => sessionCall("corner-cafe", token, sandbox, "sec_wrong");
    expect([(await bad()).status, (await bad()).status]).toEqual([400, 400]);
    expect((await sessionCall("corner-cafe", token)).status).toBe(200);
    expect([(await bad()).status, (await bad()).status, (await bad()).status]).toEqual([400, 400, 400]);
    expect((await sessionCall("corner-cafe", token)).status).toBe(403);
  });

  test("the integration locks by its own count", async () => {
    const wrong = () =>
      call("/api/v1/oauth/token", {
        method: "POST",
        body: new URLSearchParams({ client_id: "x", client_secret: "y", grant_type: "client_credentials" }),
      });
    expect([(await wrong()).status, (await wrong()).status, (await wrong()).status, (await wrong()).status]).toEqual([
      401, 401, 401, 403,
    ]);
  });

  test("a business call needs all four headers, and a session that has not ended", async () => {
    const headers = await headersFor("corner-cafe");
    expect((await call("/accounting/v1/accounts", { headers })).status).toBe(200);
    for (const name of Object.keys(headers)) {
      const rest = Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));
      expect((await call("/accounting/v1/accounts", { headers: rest })).status).toBe(401);
    }
    clock.advance(361_000);
    expect((await call("/accounting/v1/accounts", { headers })).status).toBe(401);
  });
});

describe("the ledger", () => {
  test("holds exactly the rows asked for over all merchants, at 12,000 and at a million", async () => {
    for (const transactions of [12_000, 1_000_000]) {
      const sized = open({ transactions });
      let total = 0;
      for (const { slug } of sized.describe().merchants.filter(({ slug }) => slug !== "refused")) {
        const { body } = await call("/accounting/v1/transactions?size=1", { headers: await headersFor(slug, sized) }, sized);
        total += Number(body.total_count);
      }
      expect(total).toBe(transactions);
    }
  });

  test("pages without a gap or a repeat, newest first, ids growing with time", async () => {
    const headers = await headersFor("zum-anker");
    const rows: Row[] = [];
    for (let page = 1; ; page++) {
      const { body } = await call(`/accounting/v1/transactions?size=100&page=${page}`, { headers });
      rows.push(...rowsOf(body));
      if (!body.has_next_page) break;
    }
    expect(rows).toHaveLength(720);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(720);
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort((a, b) => b - a));
  });

  test("is the same for the same seed, and filters agree with the whole list", async () => {
    const headers = await headersFor("moda-ritorni");
    const list = async (query: string) => rowsOf((await call(`/accounting/v1/transactions?size=100&${query}`, { headers })).body);
    const all = await list("from_date=2026-11-01&to_date=2026-11-10");
    expect(all.length).toBeGreaterThan(5);
    expect(await list("from_date=2026-11-01&to_date=2026-11-10&sign=Debit")).toEqual(all.filter(({ sign }) => sign === "Debit"));
    expect(await list("from_date=2026-11-01&to_date=2026-11-10&transaction_types=011,013")).toEqual(
      all.filter(({ transaction_type: type }) => type === "011" || type === "013"),
    );
    expect(await list("from_date=2026-11-01&to_date=2026-11-10&order=Ascending")).toEqual([...all].reverse());
    expect(all.every(({ date }) => date >= "2026-11-01" && date < "2026-11-11")).toBe(true);
  });

  test("finds each of its references again, odd ones too, and leaves unknown ones out of multiple", async () => {
    const headers = await headersFor("moda-ritorni");
    const { body } = await call("/accounting/v1/transactions?size=60", { headers });
    const references = [...new Set(rowsOf(body).flatMap(({ payment_reference: reference }) => reference ?? []))].slice(0, 30);
    expect(references.some((reference) => reference.includes("/"))).toBe(true);
    for (const reference of references)
      expect((await call(`/accounting/v1/transactions/${encodeURIComponent(reference)}`, { headers })).status).toBe(200);
    const query = new URLSearchParams({ payment_references: [...references, "POSA00000000XXXX"].join(",") });
    const response = await sandbox.handle(new Request(`${base}/accounting/v1/transactions/multiple?${query}`, { headers }));
    const found = (await response.json()) as { payment_reference: string }[];
    expect(found.map(({ payment_reference: reference }) => reference)).toEqual(references);
  });

  test("in its strictest settings demands account and dates, by another size name, with unknown members", async () => {
    const strict = open({ settings: strictSandboxSettings });
    const headers = await headersFor("sakura-travel", strict);
    const refused = await call("/accounting/v1/transactions", { headers }, strict);
    expect(refused.status).toBe(400);
    expect(Object.keys(Object(refused.body.errors))).toEqual(expect.arrayContaining(["account_number", "from_date", "to_date"]));
  });
});

describe("a payment", () => {
  const create = async (value: number) => {
    const headers = { ...(await headersFor("corner-cafe")), "content-type": "application/json; x-api-version=1" };
    const body = JSON.stringify({
      amount: { value, currency_code: "EUR" },
      terminal_id: "81000001",
      app_name: "t",
      app_version: "1",
      reference_number: "R1",
    });
    const created = await call("/epos/v1/payments", { method: "POST", headers, body });
    return { headers, created, id: String(created.body.payment_id) };
  };

  test.each([
    [1234, "Success"],
    [1205, "Rejected"],
    [1206, "Failed"],
    [1207, "InProgress"],
  ])("of %i minor units ends as %s within 10 s", async (value, status) => {
    const { headers, created, id } = await create(value);
    expect(created.status).toBe(201);
    expect(created.body.status).toBe("InProgress");
    clock.advance(10_000);
    expect((await call(`/epos/v1/payments/${id}`, { headers })).body.status).toBe(status);
  });

  test("that succeeded is booked once as a sale and a fee, and can be reversed once", async () => {
    const { headers, id } = await create(1234);
    clock.advance(10_000);
    const { body } = await call(`/epos/v1/payments/${id}`, { headers });
    await call(`/epos/v1/payments/${id}`, { headers });
    const booked = async () =>
      rowsOf((await call("/accounting/v1/transactions?size=10&from_date=2026-11-20", { headers })).body).filter(
        ({ payment_reference: reference }) => reference === body.payment_reference,
      );
    expect((await booked()).map(({ transaction_amount: amount }) => amount).sort()).toEqual([-0.15, 12.34]);
    const reversal = () => call(`/epos/v1/payments/${id}/reversal`, { method: "POST", headers, body: "{}" });
    expect([(await reversal()).status, (await reversal()).status]).toEqual([200, 409]);
    expect(await booked()).toHaveLength(3);
  });

  test("needs JSON, a terminal of the merchant and its currency", async () => {
    const headers = await headersFor("corner-cafe");
    expect((await call("/epos/v1/payments", { method: "POST", headers, body: "{}" })).status).toBe(415);
    const asJson = { ...headers, "content-type": "application/json" };
    expect((await call("/epos/v1/payments", { method: "POST", headers: asJson, body: "{" })).status).toBe(400);
    const body = JSON.stringify({
      amount: { value: 1, currency_code: "JPY" },
      terminal_id: "81000001",
      app_name: "t",
      app_version: "1",
    });
    expect((await call("/epos/v1/payments", { method: "POST", headers: asJson, body })).status).toBe(400);
  });
});

describe("the checkout", () => {
  let shop: Server;
  let received: string[];
  let answer: string;
  beforeEach(async () => {
    received = [];
    answer = "OK";
    shop = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      received.push(body);
      response.end(answer);
    });
    await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
    const address = shop.address();
    const origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
    await sandbox.setStore("corner-cafe", { urlNotify: `${origin}/n`, urlOk: `${origin}/ok`, urlCancel: `${origin}/cancel` });
  });
  afterEach(() => new Promise((resolve) => shop.close(resolve)));

  async function decide(act: string): Promise<Response> {
    const started = await sandbox.handle(new Request(`${base}/checkout/corner-cafe?amount=12.34&currency=EUR`));
    const page = started.headers.get("location") ?? "";
    expect((await sandbox.handle(new Request(page))).status).toBe(200);
    const post = () => sandbox.handle(new Request(page, { method: "POST", body: new URLSearchParams({ act, method: "visa" }) }));
    const first = await post();
    await post();
    return first;
  }

  test("tells the shop once, signed, and sends the browser to URL_OK with the same fields", async () => {
    const location = new URL((await decide("pay")).headers.get("location") ?? "");
    expect(received).toHaveLength(1);
    expect(received[0]).toMatch(/^IPCmethod=IPCPurchaseNotify&SID=\d+&Amount=12\.34&Currency=EUR&OrderID=/);
    expect(location.pathname).toBe("/ok");
    expect(location.searchParams.get("IPCmethod")).toBe("IPCPurchaseOK");
  });

  test("gives the money back when the shop does not say OK, and repeats the rollback until it does", async () => {
    answer = "OK\n";
    const location = new URL((await decide("pay")).headers.get("location") ?? "");
    expect(location.pathname).toBe("/cancel");
    await sandbox.tick();
    answer = "OK";
    clock.advance(60_000);
    await sandbox.tick();
    clock.advance(3_600_000);
    await sandbox.tick();
    expect(received.map((body) => /IPCmethod=(\w+)/.exec(body)?.[1])).toEqual([
      "IPCPurchaseNotify",
      "IPCPurchaseRollback",
      "IPCPurchaseRollback",
    ]);
  });

  test("cancels without telling the shop's server", async () => {
    expect(new URL((await decide("cancel")).headers.get("location") ?? "").pathname).toBe("/cancel");
    expect(received).toEqual([]);
  });

  test.each(["amount=0", "amount=abc", "amount=1.234", "amount=12.34&currency=XXX", "amount=12.34&order=%00"])(
    "explains %s on a page",
    async (query) => {
      const response = await sandbox.handle(new Request(`${base}/checkout/corner-cafe?${query}`));
      expect(response.status).toBe(400);
      expect(response.headers.get("content-type")).toMatch(/^text\/html/);
    },
  );
});

test("controls need the key", async () => {
  expect((await call("/control/stats")).status).toBe(401);
  const headers = { "x-control-key": sandbox.describe().controlKey };
  await tokenOf();
  expect((await call("/control/stats", { headers })).body).toMatchObject({ calls: { token: 1 } });
});
