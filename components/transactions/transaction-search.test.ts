import { expect, test } from "vitest";
import { parseAsColumns } from "./transaction-search.ts";

test("columns of an address keep their order; one that is named twice, or that there is not, is left out", () => {
  expect(parseAsColumns.parse("amount,occurredAt,amount,colour")).toEqual(["amount", "occurredAt"]);
  expect(parseAsColumns.serialize(["amount", "occurredAt"])).toBe("amount,occurredAt");
});
