import { describe, expect, it } from "vitest";
import { toNarrowPlaces } from "./narrow-places.ts";

const time = { key: "time", narrow: "note" } as const;
const reference = { key: "reference", narrow: "title" } as const;
const merchant = { key: "merchant", narrow: "merchant" } as const;
const type = { key: "type", narrow: "aside" } as const;
const terminal = { key: "terminal" };

describe("where columns stand on a narrow screen", () => {
  it("assigns a position to the first column that claims it", () => {
    const places = toNarrowPlaces([time, reference, merchant, type, { key: "kind", narrow: "aside" }, terminal]);
    expect(Object.fromEntries(places ?? [])).toEqual({ time: "note", reference: "title", merchant: "merchant", type: "aside" });
  });

  it("heads a row with another column when the one that would is not shown", () => {
    const places = toNarrowPlaces([time, terminal, type]);
    expect(Object.fromEntries(places ?? [])).toEqual({ time: "note", type: "aside", terminal: "title" });
  });

  it("leaves a table alone whose columns name no place", () => {
    expect(toNarrowPlaces([terminal])).toBeUndefined();
  });
});
