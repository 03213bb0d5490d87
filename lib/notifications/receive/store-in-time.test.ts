import { expect, test, vi } from "vitest";
import type { Delivery, DeliveryRecord } from "../ports.ts";
import { storeInTime } from "./store-in-time.ts";

const delivery = { id: "d" } as Delivery;
const limits = { saveMs: 30, decideMs: 200 };
const never = () => new Promise<void>(() => {});

test("what the database takes in time never goes to the spool", async () => {
  const spool = { add: vi.fn(async () => {}) };
  expect(await storeInTime(delivery, { record: { save: async () => {} }, spool, limits })).toBe("database");
  expect(spool.add).not.toHaveBeenCalled();
});

test("a database that refuses sends it to the spool at once", async () => {
  const record = { save: () => Promise.reject(new Error("away")) };
  const slow = { ...limits, saveMs: 60_000, decideMs: 70_000 };
  expect(await storeInTime(delivery, { record, spool: { add: async () => {} }, limits: slow })).toBe("spool");
});

test("a database that says nothing sends it to the spool after a while, and is told to forget it", async () => {
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

test("with neither it throws with both reasons, and when nothing is decided in time too", async () => {
  const record = { save: () => Promise.reject(new Error("away")) };
  const spool = { add: () => Promise.reject(new Error("full")) };
  await expect(storeInTime(delivery, { record, spool, limits })).rejects.toMatchObject({
    cause: { database: new Error("away"), spool: new Error("full") },
  });
  await expect(storeInTime(delivery, { record, spool: undefined, limits })).rejects.toThrow("away");
  await expect(storeInTime(delivery, { record: { save: never }, spool: { add: never }, limits })).rejects.toThrow("in time");
});
