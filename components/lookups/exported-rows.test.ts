import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { toExportedRows } from "./exported-rows.ts";

const count = 150;
const slugOf = (index: number) => `shop-${index}`;
const found = (merchant: string) => ({ reference: `R-${merchant}`, verdict: "found", merchant, notChecked: 0 }) as const;

test("the file names every merchant, however many there are, and keeps the slug of one that is hidden", async () => {
  const asked: string[][] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    const slugs = new URL(path, "http://localhost").searchParams.get("slug")?.split(",") ?? [];
    asked.push(slugs);
    const known = slugs.filter((slug) => slug !== "hidden");
    return Response.json({ items: known.map(toMerchant), nextCursor: null, asOf: new Date(0).toISOString() });
  });
  const rows = [...Array.from({ length: count }, (_, index) => found(slugOf(index))), found("hidden"), found(slugOf(0))];
  const exported = await toExportedRows(new QueryClient(), "sandbox", rows);
  const names = Array.from({ length: count }, (_, index) => `The shop-${index}`);
  expect(exported.map(({ merchant }) => merchant)).toEqual([...names, "hidden", "The shop-0"]);
  expect(asked.flat()).toHaveLength(count + 1);
});

const toMerchant = (slug: string) => ({
  ...{ slug, name: `The ${slug}`, sid: null, group: null, status: "ready", state: "sync_failed" },
  ...{ attemptsUsed: 0, lastReadAt: null, archivedAt: null },
});
