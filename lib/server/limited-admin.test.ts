import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "#lib/contract/operation.ts";
import { operations } from "#lib/contract/operations.ts";
import { recordAudit } from "#lib/db/audit/audit.ts";
import { addressOf, named } from "./testing/operation-calls.ts";
import { expireRecentAuth, send } from "./testing/staff-calls.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

/** Operations for administrators that one with a merchant list may use too: they show and change only those merchants. */
const exceptions = [
  "changeStaff",
  "endSessionsOf",
  "exportAudit",
  "inviteStaff",
  "inviteToSetPassword",
  "listAudit",
  "listConnections",
  "listStaff",
  "resetSecondFactor",
  "setMerchantGroup",
  "withdrawLink",
];

const forStaff = operations.filter(({ path, role }) => path.startsWith("/api/") && role !== null);
/** Addresses with another merchant are `not_found`: see `all-routes.test.ts`. */
const ofNoMerchant = forStaff.filter(({ path }) => !path.includes("{merchant}"));
const ofEverything = ofNoMerchant.filter(({ role, forLimitedAdmins }) => role === "admin" && forLimitedAdmins === undefined);
const narrowed = ofNoMerchant.filter((operation) => !ofEverything.includes(operation) && operation.id !== "followLive");

const own = ["sandbox/corner-cafe"];
let app: TestApp;
let unlimited: TestPerson;
let others: TestPerson[];
let links: string[];

const addLimited = () => app.addPerson({ role: "admin", merchants: own, permissions: ["refund"] });

beforeAll(async () => {
  app = await openTestApp();
  await app.addMerchant("corner-cafe");
  await app.addMerchant("of-others");
  unlimited = await app.addPerson({ role: "admin" });
  others = [
    unlimited,
    await app.addPerson({ role: "support", merchants: ["sandbox/of-others"] }),
    await app.addPerson({ role: "admin", merchants: [...own, "sandbox/of-others"] }),
  ];
  const acts = [
    { actor: unlimited.email, staffId: unlimited.id, environment: "sandbox", merchant: "of-others" },
    { actor: unlimited.email, staffId: unlimited.id, environment: "demo", merchant: "corner-cafe", target: "of-others" },
    { actor: unlimited.email, staffId: unlimited.id, environment: "sandbox", target: "of-others" },
    { actor: unlimited.email, staffId: unlimited.id, target: "of-others" },
    { actor: unlimited.email, staffId: unlimited.id, environment: "sandbox", merchant: "corner-cafe", target: "ours" },
  ];
  for (const act of acts)
    await recordAudit({ db: app.store.db, vault: app.vault }, { at: new Date(), act: "test.acted", ...act });
  for (const merchants of [null, ["sandbox/of-others"]]) await invite(unlimited, { email: "new@of-others.example", merchants });
  await invite(unlimited, { email: "new-too@of-others.example", merchants: null });
  const listed = await app.call({ path: "/api/staff", cookie: unlimited.cookie });
  links = (await listed.json()).invitations.map(({ id }: { id: string }) => id);
});
afterAll(() => app.close());

function invite(by: TestPerson, { email, merchants }: { email: string; merchants: string[] | null }): Promise<Response> {
  return send({ path: "/api/staff/invitations", cookie: by.cookie, body: { email, role: "admin", merchants } });
}

function call(operation: Operation, by: TestPerson, params: Record<string, string> = {}): Promise<Response> {
  return app.call({
    method: operation.method.toUpperCase(),
    path: addressOf(operation, params),
    cookie: by.cookie,
    headers: { "idempotency-key": crypto.randomUUID() },
    body: operation.method === "get" ? undefined : operation.example,
  });
}

/** All stored rows of other merchants or other staff. */
async function stored(): Promise<unknown> {
  const ids = sql.join(
    others.map(({ id }) => sql`${id}::uuid`),
    sql`, `,
  );
  const { rows } = await app.store.db.execute(sql`select
    (select json_agg(m order by id) from merchant m) as merchants,
    (select json_agg(e) from environment e) as environments,
    (select json_agg(r) from retention r) as retention,
    (select json_agg(s order by id) from staff s where id in (${ids})) as staff,
    (select json_agg(s.id_hash order by id_hash) from staff_session s where staff_id in (${ids}) and revoked_at is null) as sessions,
    (select json_agg(i order by id) from invitation i) as invitations`);
  return rows;
}

async function codeOf(response: Response): Promise<[number, string]> {
  return [response.status, (await response.json()).error?.code];
}

test("exactly these operations limit an administrator with a merchant list", () => {
  const declared = ofNoMerchant.filter(({ role, forLimitedAdmins }) => role === "admin" && forLimitedAdmins === "narrowed");
  expect(declared.map(({ id }) => id).sort()).toEqual(exceptions);
  expect(forStaff.filter((operation) => operation.forLimitedAdmins && !declared.includes(operation))).toEqual([]);
});

// Attack: full access by an administrator of one merchant.
describe.each(named(ofEverything))("%s", (_, operation) => {
  test("is refused to an administrator of some merchants, with and without re-authentication", async () => {
    const before = await stored();
    const limited = await addLimited();
    expect(await codeOf(await call(operation, limited))).toEqual([403, "forbidden"]);
    await expireRecentAuth(app, limited);
    expect(await codeOf(await call(operation, limited))).toEqual([403, "forbidden"]);
    expect(await stored()).toEqual(before);
  });
});

describe.each(named(narrowed))("%s", (_, operation) => {
  test("shows an administrator of some merchants nothing of others, and changes nothing of others", async () => {
    const before = await stored();
    const ids = operation.path.includes("{id}") ? [...others.map(({ id }) => id), ...links] : [""];
    for (const id of ids) {
      const response = await call(operation, await addLimited(), { id });
      expect({ id, wasMine: id !== "" && response.ok }).toEqual({ id, wasMine: false });
      const text = await response.text();
      expect(response.status === 503 || response.status < 500, text).toBe(true);
      expect(text).not.toContain("of-others");
      expect(operation.id === "whoAmI" || !text.includes(unlimited.email) || operation.id.endsWith("Audit")).toBe(true);
    }
    const after = operation.id === "inviteStaff" ? before : await stored();
    expect(after).toEqual(before);
  });
});
