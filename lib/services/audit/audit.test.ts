import { afterAll, beforeAll, expect, test } from "vitest";
import { recordAudit } from "#lib/db/audit/audit.ts";
import { openTestApp, type TestApp, type TestPerson } from "#lib/server/testing/test-app.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.addPerson({ role: "admin" });
  const entries = [
    { act: "session.created", actor: "ann@example.com", day: 1 },
    { act: "payment.created", actor: "ann@example.com", day: 2, environment: "sandbox", merchant: "cafe", target: "p1" },
    { act: "payment.refund", actor: "bob@example.com", day: 3, environment: "sandbox", merchant: "cafe", target: "p1" },
    { act: "payment.created", actor: "bob@example.com", day: 4, environment: "demo", merchant: "shop", target: "=1+1" },
  ];
  for (const { day, ...entry } of entries) {
    const at = new Date(Date.UTC(2026, 2, day, 12));
    await recordAudit({ db: app.store.db, vault: app.vault }, { ...entry, staffId: null, at, detail: { day } });
  }
});
afterAll(() => app.close());

async function daysOf(path: string): Promise<number[]> {
  const response = await app.call({ path, cookie: admin.cookie });
  expect(response.status).toBe(200);
  const { items } = await response.json();
  return items.map((item: { detail: { day: number } }) => item.detail.day);
}

test("an environment's list has its own actions and those without an environment, newest first", async () => {
  expect(await daysOf("/api/sandbox/audit")).toEqual([3, 2, 1]);
  expect(await daysOf("/api/demo/audit")).toEqual([4, 1]);
});

test.each([
  ["act=payment", [3, 2]],
  ["act=payment.refund", [3]],
  ["act=p%25", []],
  ["actor=ann@example.com", [2, 1]],
  ["merchant=cafe&actor=bob@example.com", [3]],
  ["target=p1", [3, 2]],
  ["from=2026-03-02&to=2026-03-02", [2]],
])("?%s finds %j", async (query, days) => {
  expect(await daysOf(`/api/sandbox/audit?${query}`)).toEqual(days);
});

test("pages have neither gaps nor repeated rows", async () => {
  const first = await app.call({ path: "/api/sandbox/audit?limit=2", cookie: admin.cookie });
  const { items, nextCursor } = await first.json();
  const rest = await daysOf(`/api/sandbox/audit?limit=2&cursor=${nextCursor}`);
  expect([...items.map((item: { detail: { day: number } }) => item.detail.day), ...rest]).toEqual([3, 2, 1]);
});

test.each(["cursor=x", "limit=0", "from=yesterday", "from=2026-03-04&to=2026-03-01", "colour=red"])(
  "?%s is refused by the field's name",
  async (query) => {
    const response = await app.call({ path: `/api/sandbox/audit?${query}`, cookie: admin.cookie });
    const { error } = await response.json();
    expect([response.status, error.code, error.fields.length]).toEqual([400, "invalid_input", 1]);
  },
);

test("the export has the same rows, escapes formulas, and is an action itself", async () => {
  const response = await app.call({ path: "/api/demo/audit/export?act=payment", cookie: admin.cookie });
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="audit-demo.csv"');
  const [head, row, ...rest] = (await response.text()).split("\r\n");
  expect(head).toBe("id,at,actor,act,environment,merchant,target,detail,peer,hash");
  expect(row).toMatch(/^\d+,2026-03-04T12:00:00\.000Z,bob@example\.com,payment\.created,demo,shop,'=1\+1,/);
  expect(rest).toEqual([""]);
  const listed = await app.call({ path: "/api/demo/audit?act=audit.exported", cookie: admin.cookie });
  expect((await listed.json()).items).toMatchObject([{ actor: admin.email, detail: { act: "payment" }, peer: "192.0.2.7" }]);
});
