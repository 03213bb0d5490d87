import { expect, test, vi } from "vitest";
import { eventually } from "#lib/core/testing/eventually.ts";
import { waitMs } from "#lib/core/testing/wait-ms.ts";
import type { Delivery, DeliveryRecord } from "../ports.ts";
import { storeInTime } from "./store-in-time.ts";

const delivery = { id: "d" } as Delivery;
const limits = { saveMs: 30, decideMs: 200 };
const never = () => new Promise<void>(() => {});

test("a delivery that the database saves in time never goes to the spool", async () => {
  const spool = { add: vi.fn(async () => {}) };
  expect(await storeInTime(delivery, { record: { save: async () => {} }, spool, limits })).toBe("database");
  expect(spool.add).not.toHaveBeenCalled();
});

test("a delivery that the database refuses goes to the spool at once", async () => {
  const record = { save: () => Promise.reject(new Error("away")) };
  const slow = { ...limits, saveMs: 60_000, decideMs: 70_000 };
  expect(await storeInTime(delivery, { record, spool: { add: async () => {} }, limits: slow })).toBe("spool");
});

test("a delivery goes to the spool when the database does not respond, and the save is aborted", async () => {
  let told: AbortSignal | undefined;
  const save: DeliveryRecord["save"] = (_, { signal }) => {
    told = signal;
    return never();
  };
  expect(await storeInTime(delivery, { record: { save }, spool: { add: async () => {} }, limits })).toBe("spool");
  expect(told?.aborted).toBe(true);
});

test("a full spool still leaves the database its whole time", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const spool = {
    add: async () => {
      setTimeout(resolve, 10);
      throw new Error("full");
    },
  };
  expect(await storeInTime(delivery, { record: { save: () => promise }, spool, limits })).toBe("database");
});

test("it throws with both reasons when database and spool fail, or when neither responds in time", async () => {
  const record = { save: () => Promise.reject(new Error("away")) };
  const spool = { add: () => Promise.reject(new Error("full")) };
  await expect(storeInTime(delivery, { record, spool, limits })).rejects.toMatchObject({
    cause: { database: new Error("away"), spool: new Error("full") },
  });
  await expect(storeInTime(delivery, { record, spool: undefined, limits })).rejects.toThrow("away");
  await expect(storeInTime(delivery, { record: { save: never }, spool: { add: never }, limits })).rejects.toThrow("in time");
});

test("the spool is told when the sender is told that nothing is stored, and not when the database was quicker", async () => {
  const signals: AbortSignal[] = [];
  const spool = {
    add: (_: Delivery, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return never();
    },
  };
  await expect(storeInTime(delivery, { record: { save: never }, spool, limits })).rejects.toThrow("in time");
  const { promise, resolve } = Promise.withResolvers<void>();
  const storing = storeInTime(delivery, { record: { save: () => promise }, spool, limits: { ...limits, decideMs: waitMs } });
  await eventually(() => expect(signals).toHaveLength(2));
  resolve();
  expect(await storing).toBe("database");
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
});
