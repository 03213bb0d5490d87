import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "#lib/contract/operation.ts";
import { operations } from "#lib/contract/operations.ts";
import { roles } from "#lib/contract/role.ts";
import { audit } from "#lib/db/schema/audit.ts";
import { staff } from "#lib/db/schema/staff.ts";
import { revokeStaffSession } from "#lib/db/staff/staff-sessions.ts";
import { handlers } from "./handlers.ts";
import { addressOf, named } from "./testing/operation-calls.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

const inApi = operations.filter((operation) => operation.path.startsWith("/api/"));
const forStaff = inApi.filter((operation) => operation.role !== null);
const changes = forStaff.filter((operation) => operation.method !== "get");
const jsonChanges = inApi.filter((operation) => operation.body !== undefined);
const ofMerchant = forStaff.filter((operation) => operation.path.includes("{merchant}"));

let app: TestApp;
let people: Record<(typeof roles)[number], TestPerson>;
let elsewhere: TestPerson;

beforeAll(async () => {
  app = await openTestApp();
  await app.addMerchant("corner-cafe");
  await app.addMerchant("bakery");
  const [viewer, support, admin] = await Promise.all(roles.map((role) => app.addPerson({ role, permissions: ["refund"] })));
  if (!viewer || !support || !admin) throw new Error("no people");
  people = { viewer, support, admin };
  elsewhere = await app.addPerson({ role: "admin", merchants: ["sandbox/bakery"], permissions: ["refund"] });
});
afterAll(() => app.close());

type CallOptions = {
  cookie?: string;
  headers?: Record<string, string | undefined>;
  params?: Record<string, string>;
  rawBody?: BodyInit;
};

function call(operation: Operation, { params, rawBody, headers, cookie }: CallOptions): Promise<Response> {
  const body = operation.method === "get" || rawBody !== undefined ? undefined : operation.example;
  return app.call({
    method: operation.method.toUpperCase(),
    path: addressOf(operation, params),
    cookie,
    headers: { "idempotency-key": crypto.randomUUID(), ...headers },
    body,
    rawBody,
  });
}

async function expectError(response: Response, status: number, code: string): Promise<void> {
  const body = await response.json();
  expect({ status: response.status, code: body.error?.code }).toEqual({ status, code });
  expect(body.error.message).toBeTruthy();
  expect(body.error.requestId).toBe("test-request");
}

test("every operation has a handler, except those that receive external requests", () => {
  const without = operations.filter(({ id }) => !(id in handlers)).map(({ id }) => id);
  expect(without).toEqual(["receiveNotification", "returnFromCheckout", "returnFromCheckoutSigned", "returnStatus"]);
});

// Attack: beginning a change before being disabled, and ending its body afterwards.
test.each(named(jsonChanges.filter(({ id }) => ["inviteStaff", "createPayment", "createNote"].includes(id))))(
  "%s is refused when its session ends while its body is received",
  async (_, operation) => {
    const person = await app.addPerson({ role: "admin", permissions: ["refund"] });
    const rawBody = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          await revokeStaffSession(app.store.db, person.sessionIdHash);
          controller.enqueue(new TextEncoder().encode(JSON.stringify(operation.example)));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { "content-type": "application/json" };
    await expectError(await call(operation, { cookie: person.cookie, rawBody, headers }), 401, "unauthenticated");
  },
);

test("a file breaks off when its session ends", async () => {
  const { watchSession } = app.runtime.live;
  let end = () => {};
  app.runtime.live.watchSession = (idHash, onEnded) => {
    end = onEnded;
    return watchSession(idHash, onEnded);
  };
  try {
    const response = await app.call({
      path: "/api/sandbox/audit/export",
      cookie: people.admin.cookie,
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(response.status).toBe(200);
    end();
    await expect(response.text()).rejects.toThrow();
  } finally {
    app.runtime.live.watchSession = watchSession;
  }
});

test("an unknown address is not found, and a wrong method has its own error", async () => {
  await expectError(await app.call({ path: "/api/no-such-thing", cookie: people.admin.cookie }), 404, "not_found");
  const wrong = await app.call({ method: "PUT", path: "/api/session", cookie: people.admin.cookie });
  expect([wrong.status, wrong.headers.get("allow"), await wrong.text()]).toEqual([405, "DELETE, GET, HEAD, OPTIONS, POST", ""]);
  const options = await app.call({ method: "OPTIONS", path: "/api/sandbox/corner-cafe/notes" });
  expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS, POST"]);
});

describe.each(named(forStaff))("%s", (_, operation) => {
  // Attack: reading or changing a merchant's data without signing in.
  test("is refused without a session", async () => {
    await expectError(await call(operation, {}), 401, "unauthenticated");
  });

  // Attack: a crash or a sign-in by a forged cookie.
  test.each(["desk=%", "desk=Fe26.2*1*a*b*c*d*e*f", `desk=${"A".repeat(9_000)}`, "desk", "=desk;;;", "desk=%00", "__proto__=1"])(
    "is refused with the malformed cookie %s",
    async (cookie) => {
      await expectError(await call(operation, { cookie }), 401, "unauthenticated");
    },
  );

  // Attack: skipping checks by headers of a proxy or a prefetch cache (bypasses of Next, 2025-2026).
  test("is refused without a session for any headers", async () => {
    const headers = {
      rsc: "1",
      "next-router-prefetch": "1",
      "next-router-state-tree": "[]",
      "next-action": "x",
      "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware",
      "x-middleware-next": "1",
      "x-forwarded-host": "localhost:3000",
      "x-matched-path": "/api/health",
      "x-invoke-path": "/api/health",
      authorization: "Bearer admin",
    };
    await expectError(await call(operation, { headers }), 401, "unauthenticated");
  });

  // Attack: continuing to work after a dismissal.
  test("is refused with a session that was ended", async () => {
    const person = await app.addPerson({ role: "admin" });
    await revokeStaffSession(app.store.db, person.sessionIdHash);
    await expectError(await call(operation, { cookie: person.cookie }), 401, "unauthenticated");
  });

  test("is refused to a disabled staff member", async () => {
    const person = await app.addPerson({ role: "admin" });
    await app.store.db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.id, person.id));
    await expectError(await call(operation, { cookie: person.cookie }), 401, "unauthenticated");
  });
});

// Attack: a viewer acting as support, or support as an administrator.
describe.each(named(forStaff.filter((operation) => operation.role !== "viewer")))("%s", (_, operation) => {
  const lesser = roles.slice(0, roles.indexOf(operation.role ?? "viewer"));
  test.each(lesser)("is refused to the role %s", async (role) => {
    await expectError(await call(operation, { cookie: people[role].cookie }), 403, "forbidden");
  });
});

// Attack: reading another merchant's transactions, or learning that it exists.
describe.each(named(ofMerchant))("%s", (_, operation) => {
  test.each(["corner-cafe", "no-such-merchant", "new", "Corner Cafe", "../corner-cafe", "corner-cafe\u0000"])(
    "responds not found for a merchant outside the list: %j",
    async (merchant) => {
      await expectError(await call(operation, { cookie: elsewhere.cookie, params: { merchant } }), 404, "not_found");
    },
  );

  test("responds not found for an unknown environment", async () => {
    await expectError(await call(operation, { cookie: people.admin.cookie, params: { environment: "prod" } }), 404, "not_found");
  });

  test("is closed in production to staff without access to it", async () => {
    const options = { cookie: people.admin.cookie, params: { environment: "production" } };
    const seeded = await app.addPerson({ role: "admin", seeded: true, permissions: ["refund"] });
    await expectError(await call(operation, { ...options, cookie: seeded.cookie }), 409, "environment_closed");
  });

  test("never fails with a server error for any address", async () => {
    for (const odd of [
      "A/B C%2F",
      "%",
      "..%2f..",
      "\u0000",
      "🧾".repeat(200),
      "'; drop table staff --",
      "0",
      "NaN",
      "[object Object]",
    ]) {
      const params = { reference: odd, id: odd, paymentId: odd };
      const { status } = await call(operation, { cookie: people.admin.cookie, params });
      expect({ odd, status: status < 500 || status === 502 || status === 503 }).toEqual({ odd, status: true });
    }
  });
});

// Attack: another site's page uses the visitor's cookie.
describe.each(named(changes))("%s", (_, operation) => {
  test.each([
    ["another site's", { origin: "https://evil.example" }],
    ["a missing", { origin: undefined }],
    ["the text null as", { origin: "null" }],
    ["a lookalike", { origin: "http://localhost:3000.evil.example" }],
    ["our", { "sec-fetch-site": "cross-site" }],
    ["our", { "sec-fetch-site": "same-site" }],
  ])("is refused with %s origin %j", async (_, headers) => {
    await expectError(await call(operation, { cookie: people.admin.cookie, headers }), 403, "cross_site");
  });
});

describe("reads that another site's page can start with the visitor's cookie", () => {
  const reads = forStaff.filter((operation) => operation.method === "get");
  const audited = reads.filter((operation) => operation.isAudited);
  const read = (operation: Operation, site?: string) =>
    call(operation, { cookie: people.admin.cookie, headers: { "sec-fetch-site": site } });

  // Attack: another site adds rows and reasons to the audit log.
  test("none from another site writes an audit row", async () => {
    const before = (await app.store.db.select().from(audit)).length;
    for (const operation of reads) await (await read(operation, "cross-site")).body?.cancel();
    expect((await app.store.db.select().from(audit)).length).toBe(before);
  });

  test("the raw body and the audit export are refused unless our page or no browser requests them", async () => {
    expect(audited.map(({ id }) => id).toSorted()).toEqual(["exportAudit", "getNotificationRaw"]);
    for (const operation of audited) {
      for (const site of ["cross-site", "same-site", "none"]) await expectError(await read(operation, site), 403, "cross_site");
      for (const site of [undefined, "same-origin"]) expect((await read(operation, site)).status).not.toBe(403);
    }
  });
});

describe.each(named(jsonChanges))("%s", (_, operation) => {
  const cookie = () => people.admin.cookie;

  // Attack: a form on another site, which browsers send without a preflight.
  test.each(["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", "application/jsonp"])(
    "refuses a body of type %s",
    async (type) => {
      const response = await call(operation, { cookie: cookie(), headers: { "content-type": type }, rawBody: '{"a":1}' });
      await expectError(response, 415, "not_acceptable_type");
    },
  );

  test.each(["{", "", '{"a":1}}', "\u00ff\u00fe", "[".repeat(200_000)])(
    "reports %.8j as invalid JSON or invalid input",
    async (rawBody) => {
      const headers = { "content-type": "application/json" };
      const response = await call(operation, { cookie: cookie(), headers, rawBody });
      // Where every member is optional, a missing body means the same as an empty one.
      if (rawBody === "" && response.ok) return;
      const { error } = await response.json();
      expect(error.code).toMatch(rawBody === "" ? /^(invalid_input|not_found|not_connected)$/ : /^invalid_json$/);
      expect(response.status).toBeLessThan(500);
    },
  );

  test("refuses a body over its limit, declared or not", async () => {
    const headers = { "content-type": "application/json" };
    const large = `{"a":"${"x".repeat(operation.bodyBytesMax ?? 1_048_576)}"}`;
    const declared = { ...headers, "content-length": String(large.length) };
    await expectError(await call(operation, { cookie: cookie(), headers: declared, rawBody: "{}" }), 413, "body_too_large");
    const streamed = new Blob([large]).stream();
    await expectError(await call(operation, { cookie: cookie(), headers, rawBody: streamed }), 413, "body_too_large");
  });

  test("reports an incomplete body as invalid JSON, not as a server error", async () => {
    const rawBody = new ReadableStream({
      pull(controller) {
        controller.enqueue(Buffer.from('{"a":'));
        controller.error(new Error("The connection broke."));
      },
    });
    const headers = { "content-type": "application/json" };
    await expectError(await call(operation, { cookie: cookie(), headers, rawBody }), 400, "invalid_json");
  });

  test("reports text that cannot be stored and too deep nesting", async () => {
    const headers = { "content-type": "application/json" };
    for (const rawBody of ['{"surprise":"\\u0000"}', `{"surprise":${"[".repeat(40)}${"]".repeat(40)}}`]) {
      const response = await call(operation, { cookie: cookie(), headers, rawBody });
      const { error } = await response.json();
      expect(response.status).toBe(400);
      expect(error.fields.map((each: { field: string }) => each.field).join()).toContain("surprise");
    }
  });

  test("reports an unknown field, or the missing resource", async () => {
    const headers = { "content-type": "application/json" };
    const response = await call(operation, { cookie: cookie(), headers, rawBody: '{"surprise":1}' });
    const { error } = await response.json();
    if (operation.path.includes("{id}") && response.status === 404) return;
    expect(response.status).toBe(400);
    expect(error.fields).toContainEqual(expect.objectContaining({ field: "surprise" }));
  });
});
