import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countProblems } from "#lib/db/deliveries/delivery-problems.ts";
import { delivery } from "#lib/db/schema/notification.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { getNotification } from "../get-notification.ts";
import { listNotifications } from "../list-notifications.ts";
import { createReconciledFixture, type ReconciledFixture } from "../testing/reconciled-fixture.ts";

let fixture: ReconciledFixture;
beforeAll(async () => {
  fixture = await createReconciledFixture(["corner-cafe"]);
});
afterAll(() => fixture.drop());

const merchant = "corner-cafe";
/** By then a payment must be listed, also in a reading of ten seconds ago, which still counts as fresh. */
const lagMs = 140_000;
const show = (id: string) => getNotification(fixture.ctx(), { environment, merchant, id });
const find = async (q: string) =>
  (await listNotifications(fixture.ctx(), { environment, merchant, input: { q } })).items.map(({ id }) => id);
const timelineTexts = async (id: string) => (await show(id)).timeline.map(({ text }) => text);
const gatewayState = async (id: string) => (await show(id)).gateway;

/** Makes the database reject one delivery in this table, until the returned function is called. */
async function poison(id: string, { table, when }: { table: string; when: string }): Promise<() => Promise<unknown>> {
  await fixture.store.pool.query(`
    create or replace function refuse_poison() returns trigger language plpgsql as
    $$ begin raise exception 'poisoned body'; end $$;
    create trigger poison before ${when} on ${table} for each row when (new.delivery_id = '${id}')
    execute function refuse_poison()`);
  return () => fixture.store.pool.query(`drop trigger poison on ${table}`);
}

const receiveSome = async (orders: readonly string[]) => {
  const ids: string[] = [];
  for (const orderId of orders) {
    const entries = notifyEntries({ trnref: `T-${orderId}`, orderId }, [["Remark", `remark-${orderId}`]]);
    ids.push(await fixture.receive(merchant, entries, { receivedAt: new Date(Date.now() - lagMs) }));
  }
  const [poisoned = "", ...behind] = ids;
  return { poisoned, behind };
};

test("a delivery whose words cannot be saved is set aside with the reason, and later ones are found", async () => {
  const { poisoned, behind } = await receiveSome(["WORDS1", "WORDS2", "WORDS3"]);
  const heal = await poison(poisoned, { table: "delivery_text", when: "insert" });
  await fixture.fold();
  expect([await find("remark-words2"), await find("remark-words3")]).toEqual([[behind[0]], [behind[1]]]);
  expect(await timelineTexts(poisoned)).toContain("Could not be made searchable: poisoned body");
  expect(await countProblems(fixture.ctx().db)).toBe(1);

  await heal();
  await fixture.fold();
  expect(await timelineTexts(poisoned)).toContain("Could not be made searchable: poisoned body");
  await fixture.retry(poisoned);
  await fixture.fold();
  expect(await find("remark-words1")).toEqual([poisoned]);
  expect((await timelineTexts(poisoned)).join()).not.toContain("searchable");
  expect(await countProblems(fixture.ctx().db)).toBe(0);
});

test("a delivery whose order state cannot be saved is set aside, and later ones are searched in the ledger", async () => {
  const { poisoned, behind } = await receiveSome(["STATE1", "STATE2"]);
  const heal = await poison(poisoned, { table: "reconciliation", when: "insert" });
  await fixture.follow();
  expect(await gatewayState(behind[0] ?? "")).toBe("unknown");
  expect(await timelineTexts(poisoned)).toContain("The payment's status could not be updated: poisoned body");

  await heal();
  await fixture.retry(poisoned);
  await fixture.follow();
  expect(await gatewayState(poisoned)).toBe("unknown");
  expect((await timelineTexts(poisoned)).join()).not.toContain("could not be updated");
});

test("a delivery that cannot be reconciled is set aside, and the others of its merchant are reconciled", async () => {
  const { poisoned, behind } = await receiveSome(["LEDGER1", "LEDGER2"]);
  await fixture.fold();
  const heal = await poison(poisoned, { table: "reconciliation", when: "update of gateway" });
  await fixture.follow();
  expect(await gatewayState(behind[0] ?? "")).toBe("unknown");
  expect(await timelineTexts(poisoned)).toContain("Could not be matched with transactions: poisoned body");
  expect((await show(poisoned)).facts.gateway?.nextAt).toBeNull();

  await heal();
  await fixture.retry(poisoned);
  await fixture.follow();
  expect(await gatewayState(poisoned)).toBe("unknown");
});

test("a stored body that cannot be decrypted is set aside and does not block the others", async () => {
  const { poisoned, behind } = await receiveSome(["SEALED1", "SEALED2"]);
  await fixture
    .ctx()
    .db.update(delivery)
    .set({ body: Buffer.alloc(64) })
    .where(eq(delivery.id, poisoned));
  await fixture.fold();
  expect(await find("remark-sealed2")).toEqual([behind[0]]);
  expect(await countProblems(fixture.ctx().db)).toBe(1);
});
