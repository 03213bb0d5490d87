import { expect, test } from "vitest";
import { createRowWriter } from "./row-writer.ts";

test("a page that could not be stored fails the reading, although later pages could be", async () => {
  const failures = [new Error("The database is away.")];
  const transaction = async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return [];
  };
  const source = { db: { transaction }, merchant: {}, vault: {} } as unknown as Parameters<typeof createRowWriter>[0];
  const writer = createRowWriter(source, { onChanged: async () => {} });
  const read = async () => {
    for (const page of [1, 2]) {
      await writer.write({ rows: [{}] as never, page, received: 1, progress: undefined });
      // The first page fails while the second is requested.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await writer.flush();
  };
  await expect(read()).rejects.toThrow("The database is away.");
  expect(failures).toEqual([]);
});
