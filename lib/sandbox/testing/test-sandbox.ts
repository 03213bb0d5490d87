import { fixedClock } from "#lib/core/clock.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "../create-sandbox.ts";
import { createMemoryStorage } from "../memory-storage.ts";

export type TestClock = ReturnType<typeof fixedClock>;
export type Answer = { status: number; headers: Headers; body: Record<string, unknown>; text: string };
export type Row = {
  id: number;
  date: string;
  payment_reference: string | null;
  sign: string;
  transaction_amount: number;
  transaction_currency: string;
  transaction_type: string;
  account_number: string;
  reference_number: string | null;
  terminal_id: string | null;
  ruid: string | null;
};

export type TestSandbox = {
  sandbox: Sandbox;
  clock: TestClock;
  call(path: string, init?: RequestInit): Promise<Answer>;
  /** A call with the four headers of a merchant's fresh session. */
  as(slug: string): Promise<(path: string, init?: RequestInit) => Promise<Answer>>;
  token(): Promise<string>;
  session(slug: string, token: string, clientSecret?: string): Promise<Answer>;
  control(method: string, name: string, body?: unknown): Promise<Answer>;
};

export const testBase = "http://sandbox.test/gw";

/** A sandbox as a handler, in memory, with a frozen clock. */
export function createTestSandbox(
  options: Partial<SandboxOptions> = {},
  clock = fixedClock(Date.UTC(2026, 10, 20, 12)),
): TestSandbox {
  const sandbox = createSandbox({
    secret: "a secret of this test, and long enough",
    storage: createMemoryStorage(),
    clock,
    baseUrl: testBase,
    transactions: 12_000,
    live: false,
    ...options,
  });
  const call = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await sandbox.handle(new Request(path.startsWith("http") ? path : testBase + path, init));
    const text = await response.text();
    const isJson = (response.headers.get("content-type") ?? "").includes("json") && response.ok;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson || text.startsWith("{") ? tryJson(text) : {},
    };
  };
  const { integration, merchants, controlKey } = sandbox.describe();
  const token = async (): Promise<string> => {
    const { clientId, clientSecret } = integration;
    const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, grant_type: "client_credentials" });
    return String((await call("/api/v1/oauth/token", { method: "POST", body })).body.access_token);
  };
  const session = (slug: string, bearer: string, clientSecret?: string): Promise<Answer> => {
    const merchant = merchants.find((each) => each.slug === slug);
    const body = JSON.stringify({ client_id: merchant?.clientId, client_secret: clientSecret ?? merchant?.clientSecret });
    const headers = { "content-type": "application/json", authorization: `Bearer ${bearer}` };
    return call("/api/v1/auth/session", { method: "POST", headers, body });
  };
  return {
    sandbox,
    clock,
    call,
    token,
    session,
    async as(slug) {
      const bearer = await token();
      const { body } = await session(slug, bearer);
      const headers = {
        authorization: `Bearer ${bearer}`,
        "x-session": String(body.session),
        "x-partner-id": integration.partnerId,
        "x-application-id": integration.applicationId,
      };
      return (path, init = {}) => call(path, { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } });
    },
    control: (method, name, body) =>
      call(`/control/${name}`, {
        method,
        headers: { "x-control-key": controlKey, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}

function tryJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

export function rowsOf({ body }: Answer): Row[] {
  return body.items as Row[];
}

export function asJson(body: unknown, method = "POST"): RequestInit {
  return { method, headers: { "content-type": "application/json; x-api-version=1" }, body: JSON.stringify(body) };
}
