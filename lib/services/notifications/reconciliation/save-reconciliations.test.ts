import pg from "pg";
import { expect, test, vi } from "vitest";
import type { DueJoin } from "#lib/db/notifications/reconciliations.ts";
import { type ConfirmPorts, confirmEach } from "./save-reconciliations.ts";

const failure = (code: string) => Object.assign(new pg.DatabaseError("failing", 7, "error"), { code });
const due = ["1", "2", "3"].map((deliveryId) => ({ join: { deliveryId } }) as DueJoin);
const transaction = vi.fn();
const ports = { db: { transaction }, log: { warn: () => {}, error: () => {} } } as unknown as ConfirmPorts;

function confirming(code: string) {
  const confirmed: string[] = [];
  const confirm = async (some: readonly DueJoin[]) => {
    if (some.some(({ join }) => join.deliveryId === "2")) throw failure(code);
    confirmed.push(...some.map(({ join }) => join.deliveryId));
  };
  return { confirmed, work: { confirm, isOver: () => false } };
}

test("one that always conflicts with other transactions delays no later one, and is not set aside", async () => {
  const { confirmed, work } = confirming("55P03");
  await confirmEach(ports, due, work);
  expect(confirmed).toEqual(["1", "3"]);
  expect(transaction).not.toHaveBeenCalled();
});

test("while the database is unavailable nothing is retried one by one", async () => {
  const { confirmed, work } = confirming("57P01");
  await expect(confirmEach(ports, due, work)).rejects.toMatchObject({ code: "57P01" });
  expect(confirmed).toEqual([]);
});
