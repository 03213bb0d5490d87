import { afterAll, beforeAll, expect, test } from "vitest";
import { alertRules, mayTurnOff } from "#lib/contract/alert-marks.ts";
import type { AlertRuleList } from "#lib/contract/alert-rule.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { expireRecentAuth, send } from "./testing/staff-calls.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

let app: TestApp;
let people: Record<"viewer" | "support" | "admin" | "limited", TestPerson>;
beforeAll(async () => {
  app = await openTestApp();
  await app.addMerchant("bakery");
  const [viewer, support, admin, limited] = await Promise.all([
    app.addPerson({ role: "viewer" }),
    app.addPerson({ role: "support" }),
    app.addPerson({ role: "admin" }),
    app.addPerson({ role: "admin", merchants: ["sandbox/bakery"] }),
  ]);
  people = { viewer, support, admin, limited };
});
afterAll(() => app.close());

const path = "/api/sandbox/alerts/rules";
const list = async (person: TestPerson): Promise<AlertRuleList["items"]> =>
  (await (await send({ method: "GET", path, cookie: person.cookie })).json()).items;
const find = async (rule: string) => (await list(people.viewer)).find((item) => item.rule === rule);
const put = (person: TestPerson, rule: string, body: unknown) =>
  send({ method: "PUT", path: `${path}/${rule}`, cookie: person.cookie, body });
const reset = (person: TestPerson, rule: string) => send({ method: "DELETE", path: `${path}/${rule}`, cookie: person.cookie });

test("everybody sees every rule, as it was delivered", async () => {
  const items = await list(people.viewer);
  expect(items.map(({ rule }) => rule)).toEqual(alertRules);
  expect(items.every(({ isOn, changedAt }) => isOn && changedAt === undefined)).toBe(true);
  const thresholds = items.flatMap(({ rule, threshold }) => (threshold ? [[rule, threshold.unit, threshold.values]] : []));
  expect(thresholds).toEqual([
    ["spool_in_use", "percent", [80]],
    ["forward_failing", "minutes", [10]],
    ["payment_unknown", "minutes", [10]],
    ["ledger_late", "minutes", [75]],
    ["certificate_ending", "days", [30, 7, 1]],
  ]);
  expect(items.filter(({ mayTurnOff }) => !mayTurnOff).map(({ rule }) => rule)).toEqual(["genuine_refused", "merchant_stopped"]);
});

test("only administrators of all merchants change a rule, after their password, and it is audited", async () => {
  for (const person of [people.viewer, people.support, people.limited]) {
    expect((await put(person, "silence", { isOn: false })).status).toBe(403);
    expect((await reset(person, "silence")).status).toBe(403);
  }
  await expireRecentAuth(app, people.admin);
  expect((await (await put(people.admin, "silence", { isOn: false })).json()).error.code).toBe("proof_required");
  const admin = await app.addPerson({ role: "admin" });
  expect((await put(admin, "silence", { isOn: false, exceptions: ["bakery"] })).status).toBe(200);
  expect(await find("silence")).toMatchObject({ isOn: false, exceptions: ["bakery"], changedBy: admin.email });
  expect((await put(admin, "payment_unknown", { thresholds: [25] })).status).toBe(200);
  expect(await find("payment_unknown")).toMatchObject({ isOn: true, threshold: { values: [25], usual: [10] } });
  for (const rule of ["silence", "payment_unknown"]) expect((await reset(admin, rule)).status).toBe(200);
  expect(await find("silence")).toMatchObject({ isOn: true, exceptions: [] });
  expect((await find("payment_unknown"))?.threshold?.values).toEqual([10]);
  const acts = (await readAudit({ db: app.store.db, vault: app.vault })).filter(({ act }) => act.startsWith("alert."));
  expect(acts.map(({ act, target }) => [act, target])).toEqual([
    ["alert.rule_saved", "silence"],
    ["alert.rule_saved", "payment_unknown"],
    ["alert.rule_reset", "silence"],
    ["alert.rule_reset", "payment_unknown"],
  ]);
});

// Attack: quiet about what costs payments, with the rights of an administrator whose screen was left open.
test.each(alertRules.filter((rule) => !mayTurnOff(rule)))("%s stays on, for every merchant", async (rule) => {
  const admin = await app.addPerson({ role: "admin" });
  for (const [field, body] of [["isOn", { isOn: false }] as const, ["exceptions", { exceptions: ["bakery"] }] as const]) {
    const { error } = await (await put(admin, rule, body)).json();
    expect([error.code, error.fields[0].field]).toEqual(["invalid_input", field]);
  }
});

test.each([
  ["payment_unknown", "thresholds.0", { thresholds: [0] }],
  ["payment_unknown", "thresholds.0", { thresholds: [1.5] }],
  ["payment_unknown", "thresholds.0", { thresholds: [100_000] }],
  ["payment_unknown", "thresholds", { thresholds: [10, 5] }],
  ["certificate_ending", "thresholds.1", { thresholds: [30, 30, 1] }],
  ["certificate_ending", "thresholds", { thresholds: [] }],
  ["silence", "thresholds", { thresholds: [10] }],
  ["silence", "exceptions", { exceptions: ["no-such-shop"] }],
  ["spool_in_use", "exceptions", { exceptions: ["bakery"] }],
  ["silence", "isOn", { isOn: "no" }],
])("what is wrong with %s is named: %s", async (rule, field, body) => {
  const admin = await app.addPerson({ role: "admin" });
  const answer = await put(admin, rule, body);
  const { error } = await answer.json();
  expect([answer.status, error.fields.map((problem: { field: string }) => problem.field)]).toEqual([400, [field]]);
});

test("there is no other rule", async () => {
  const admin = await app.addPerson({ role: "admin" });
  expect([(await put(admin, "everything", { isOn: false })).status, (await reset(admin, "everything")).status]).toEqual([
    404, 404,
  ]);
});
