import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readSourceWords } from "./support/source-words.ts";

/** Rooms all of whose words stand in the catalogues. */
const rooms = [
  "components/language",
  "components/*.tsx",
  "components/notifications",
  "components/transactions",
  "components/data-table",
  "components/endpoints",
  "components/find",
  "components/live",
  "components/palette",
  "components/scenarios",
  "components/share",
  "components/shortcuts",
  "components/tour",
  "components/ui",
  "components/payments",
  "components/overview",
  "app",
  "components/account",
  "components/auth",
  "components/staff",
  "components/calls",
  "components/connection",
  "components/retention",
  "components/layout",
  "components/lookups",
  "components/peek",
  "components/notes",
  "components/bundle",
  "components/mirror",
  "components/audit",
];

const files = globSync(rooms.map((room) => (room.endsWith(".tsx") ? room : `${room}/**/*.{ts,tsx}`)))
  .filter((file) => !file.includes(".test."))
  .map(readSourceWords);

test("no word a person reads stands outside the catalogues", () => {
  expect(files.length).toBeGreaterThan(5);
  expect(files.flatMap(({ loose }) => loose)).toEqual([]);
});

test("a word outside the catalogues is seen wherever it may stand", () => {
  const { loose } = readSourceWords("messages/support/loose.fixture.tsx");
  const wanted = readFileSync("messages/support/loose.fixture.tsx", "utf8").matchAll(/LOOSE/g);
  expect(loose.map((place) => place.includes("LOOSE"))).toEqual([...wanted].map(() => true));
});
