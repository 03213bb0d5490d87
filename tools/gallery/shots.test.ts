import { describe, expect, it } from "vitest";
import { PartError, parsePart, planVisits, themes, widths } from "./shots.ts";

const shotsOf = (text: string) => planVisits(parsePart(text)).flatMap(({ shots }) => shots);

describe("what the gallery takes", () => {
  it("is every page in every theme and width, lists and panels in every state too", () => {
    const shots = shotsOf("");
    expect(shots.filter(({ page }) => page === "receipt")).toHaveLength(themes.length * widths.length);
    expect(new Set(shots.filter(({ page }) => page === "transactions").map(({ state }) => state)).size).toBe(7);
    expect(new Set(shots.map(({ file }) => file)).size).toBe(shots.length);
  });

  it("is only what fits every word of --only", () => {
    expect(shotsOf("page=overview|find,theme=dark,width=360,state=empty").map(({ file }) => file)).toEqual([
      "gallery-pictures/overview-empty-dark-360.jpg",
      "gallery-pictures/find-empty-dark-360.jpg",
    ]);
  });

  it("is refused where a word names nothing", () => {
    expect(() => parsePart("page=overvew")).toThrow(PartError);
    expect(() => parsePart("size=360")).toThrow('--only knows page, theme, width, state, not "size".');
  });
});
