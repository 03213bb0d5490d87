import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordAudit } from "#lib/db/audit/audit.ts";
import { staff } from "#lib/db/schema/staff.ts";
import { partialGateways } from "#lib/services/testing/partial-gateways.ts";
import { codeOf, goodPassword, send } from "./testing/staff-calls.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

const own = ["sandbox/bakery", "sandbox/corner-cafe"];
let app: TestApp;
let unlimited: TestPerson;
let limited: TestPerson;
beforeAll(async () => {
  app = await openTestApp();
  await app.addMerchant("corner-cafe");
  unlimited = await app.addPerson({ role: "admin" });
  limited = await app.addPerson({ role: "admin", merchants: own });
});
afterAll(() => app.close());

const change = (by: TestPerson, whom: TestPerson, body: object) =>
  send({ method: "PATCH", path: `/api/staff/${whom.id}`, cookie: by.cookie, body });
const passwordLink = (by: TestPerson, whom: TestPerson) =>
  send({ path: `/api/staff/${whom.id}/password-link`, cookie: by.cookie });
const tokenOf = async (response: Response) => (await response.json()).link.split("#")[1];
const statusOf = async (response: Promise<Response>) => (await response).status;

async function merchantsOf({ id }: TestPerson): Promise<string[] | null | undefined> {
  const [row] = await app.store.db.select().from(staff).where(eq(staff.id, id));
  return row?.merchants;
}

describe("an administrator of some merchants", () => {
  test.each([
    [[], 201],
    [["sandbox/bakery"], 201],
    [own, 201],
    [[...own, "demo/corner-cafe"], 403],
    [["sandbox/elsewhere"], 403],
    [null, 403],
  ])("invites to %j: %i", async (merchants, status) => {
    const body = { email: `${crypto.randomUUID()}@counterfoil.example`, role: "admin", merchants };
    const response = await send({ path: "/api/staff/invitations", cookie: limited.cookie, body });
    expect(response.status).toBe(status);
    if (status === 403)
      expect((await response.json()).error).toMatchObject({ code: "forbidden", fields: [{ field: "merchants" }] });
  });

  test("without a list the invitation covers every merchant, and is refused", async () => {
    const body = { email: "nobody@counterfoil.example", role: "viewer" };
    expect(await statusOf(send({ path: "/api/staff/invitations", cookie: limited.cookie, body }))).toBe(403);
  });

  test("cannot replace an invitation to other merchants by an own one", async () => {
    const body = { email: "twice@counterfoil.example", role: "admin", merchants: null };
    const token = await tokenOf(await send({ path: "/api/staff/invitations", cookie: unlimited.cookie, body }));
    const again = await send({ path: "/api/staff/invitations", cookie: limited.cookie, body: { ...body, merchants: own } });
    expect((await again.json()).error).toMatchObject({ code: "invalid_input", fields: [{ field: "email" }] });
    expect(await statusOf(send({ path: "/api/invitations/look", body: { token } }))).toBe(200);
  });

  test("changes staff with some of these merchants, and never grants more than these", async () => {
    const person = await app.addPerson({ role: "viewer", merchants: ["sandbox/bakery"] });
    expect(await statusOf(change(limited, person, { role: "support", merchants: own }))).toBe(204);
    expect(await merchantsOf(person)).toEqual(own);
    for (const merchants of [null, [...own, "sandbox/elsewhere"]]) {
      expect(await codeOf(await change(limited, person, { merchants }))).toBe("forbidden");
    }
    expect(await merchantsOf(person)).toEqual(own);
  });

  test("does not find staff of another merchant", async () => {
    for (const merchants of [undefined, [...own, "sandbox/elsewhere"], ["production/bakery"]]) {
      const person = await app.addPerson({ role: "viewer", ...(merchants && { merchants }) });
      expect(await codeOf(await change(limited, person, { disabled: true }))).toBe("not_found");
      expect(await codeOf(await passwordLink(limited, person))).toBe("not_found");
    }
  });

  test("sees only themselves and staff of these merchants", async () => {
    const person = await app.addPerson({ role: "viewer", merchants: ["sandbox/corner-cafe"] });
    const listed = await (await app.call({ path: "/api/staff", cookie: limited.cookie })).json();
    const emails = listed.staff.map(({ email }: { email: string }) => email);
    expect(emails).toEqual(expect.arrayContaining([limited.email, person.email]));
    expect(emails).not.toContain(unlimited.email);
  });

  const guard = (by: TestPerson, act: string, body: object) =>
    send({ path: `/api/sandbox/corner-cafe/connection/${act}`, cookie: by.cookie, body: { name: "corner-cafe", ...body } });

  // Attack: bringing every merchant's sign-in one failure before the gateway's lock.
  test("may not use the token actions of the guard", async () => {
    expect(await codeOf(await guard(limited, "try-once-more", { half: "token" }))).toBe("forbidden");
    expect(await codeOf(await guard(unlimited, "try-once-more", { half: "token" }))).toBe("not_connected");
  });

  // Attack: repeated failures, since the gateway may count them over all merchants together.
  test.each(["token", "session"])("may not confirm that the gateway's counter was reset: %s", async (half) => {
    expect(await codeOf(await guard(limited, "counter-was-reset", { half, confirmed: true }))).toBe("forbidden");
    expect(await codeOf(await guard(unlimited, "counter-was-reset", { half, confirmed: true }))).toBe("not_connected");
  });

  test("retries a merchant's session, but not when that could be the integration's third failure", async () => {
    const pair = { used: 1, limit: 2, state: "open", proven: true } as const;
    const rest = {
      held: null,
      inFlight: false,
      lastSuccessAt: null,
      lastError: null,
      pausedUntil: null,
      stop: null,
    };
    const withUsed = (used: number) => {
      const integration = { used, limit: 2, inFlight: false } as const;
      const status = { pair, integration, ...rest };
      const calls = { identityStatus: async () => status, tryOnceMore: async () => ({ outcome: "signed_in" as const, status }) };
      Object.assign(app.runtime, { gateways: partialGateways({ forMerchant: () => calls }) });
    };
    const before = app.runtime.gateways;
    const tryOnce = (by: TestPerson) => statusOf(guard(by, "try-once-more", { half: "session" }));
    withUsed(1);
    expect(await tryOnce(limited)).toBe(200);
    withUsed(2);
    expect([await tryOnce(limited), await tryOnce(unlimited)]).toEqual([403, 200]);
    Object.assign(app.runtime, { gateways: before });
  });

  test("reads and exports audit entries of these merchants and of their own actions", async () => {
    const entries = [
      { target: "in-list", environment: "sandbox", merchant: "corner-cafe", staffId: unlimited.id },
      { target: "done-by-me", staffId: limited.id },
      { target: "elsewhere", environment: "sandbox", merchant: "elsewhere", staffId: unlimited.id },
      { target: "for-all", environment: "sandbox", staffId: unlimited.id },
      { target: "same-name", environment: "demo", merchant: "corner-cafe", staffId: unlimited.id },
      { target: "by-nobody", staffId: null },
    ];
    for (const entry of entries) {
      const stored = { db: app.store.db, vault: app.vault };
      await recordAudit(stored, { at: new Date(), actor: unlimited.email, act: "test.acted", ...entry });
    }
    const listed = await (await app.call({ path: "/api/sandbox/audit?act=test.acted", cookie: limited.cookie })).json();
    expect(listed.items.map(({ target }: { target: string }) => target)).toEqual(["done-by-me", "in-list"]);
    const file = await app.call({ path: "/api/sandbox/audit/export?act=test.acted", cookie: limited.cookie });
    const lines = (await file.text()).trim().split("\r\n").slice(1);
    expect(lines.map((line) => line.split(",")[6])).toEqual(["done-by-me", "in-list"]);
    const inDemo = await (await app.call({ path: "/api/demo/audit?act=test.acted", cookie: limited.cookie })).json();
    expect(inDemo.items.map(({ target }: { target: string }) => target)).toEqual(["done-by-me"]);
  });
});

describe("a change of permissions", () => {
  // Attack: the account of a full administrator, with a link created before their promotion.
  test("closes their password links", async () => {
    const person = await app.addPerson({ role: "viewer", merchants: ["sandbox/bakery"] });
    const token = await tokenOf(await passwordLink(limited, person));
    expect(await statusOf(change(unlimited, person, { role: "admin", merchants: null }))).toBe(204);
    const used = await send({ path: "/api/invitations/accept", body: { token, password: goodPassword } });
    expect(await codeOf(used)).toBe("link_closed");
  });

  // Attack: returning under another name after a dismissal.
  test("closes the links they created", async () => {
    const leaving = await app.addPerson({ role: "admin" });
    const body = { email: "the-same-person@counterfoil.example", role: "admin" };
    const token = await tokenOf(await send({ path: "/api/staff/invitations", cookie: leaving.cookie, body }));
    expect(await statusOf(change(unlimited, leaving, { disabled: true }))).toBe(204);
    const used = await send({ path: "/api/invitations/accept", body: { token, password: goodPassword } });
    expect(await codeOf(used)).toBe("link_closed");
  });
});

describe("the last administrator of all merchants", () => {
  let alone: TestApp;
  beforeAll(async () => {
    alone = await openTestApp();
  });
  afterAll(async () => {
    await alone.close();
    Object.assign(globalThis, { [Symbol.for("counterfoil.runtime")]: Promise.resolve(app.runtime) });
  });

  const takingAway = [{ role: "support" }, { disabled: true }, { merchants: ["sandbox/bakery"] }, { merchants: [] }];

  test.each(takingAway)("stays when two remove it from each other at once, by %j", async (body) => {
    await alone.store.db.update(staff).set({ disabledAt: new Date() });
    const [one, two] = await Promise.all([alone.addPerson({ role: "admin" }), alone.addPerson({ role: "admin" })]);
    // Neither counts as one: limited administrators, and those of the sandbox.
    await alone.addPerson({ role: "admin", merchants: own });
    await alone.addPerson({ role: "admin", seeded: true });
    const answers = await Promise.all([change(one, two, body), change(two, one, body)]);
    const codes = answers.map(({ status }) => status).sort();
    expect([
      [204, 401],
      [204, 409],
    ]).toContainEqual(codes);
    const { rows } = await alone.store.db.execute(
      "select id from staff where role = 'admin' and merchants is null and disabled_at is null and not seeded",
    );
    expect(rows).toHaveLength(1);
  });

  test("can be changed otherwise, and can lose it once there is another", async () => {
    const first = await alone.addPerson({ role: "admin" });
    const second = await alone.addPerson({ role: "admin" });
    expect(await statusOf(change(first, second, { permissions: ["refund"] }))).toBe(204);
    expect(await statusOf(change(first, second, { role: "viewer" }))).toBe(204);
  });
});
