import { expect, test } from "vitest";
import { splitConnections } from "./open-stores.ts";

test("each pool gets its share, lists the largest, and the total does not exceed the setting", () => {
  expect(splitConnections(24)).toEqual({ people: 5, lists: 9, background: 6, gateways: 4 });
  for (let connections = 8; connections <= 500; connections++) {
    const parts = Object.values(splitConnections(connections));
    expect(Math.min(...parts)).toBeGreaterThan(0);
    expect(parts.reduce((sum, part) => sum + part)).toBe(connections);
  }
});
