import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

const rowSchema = z.strictObject({
  id: z.string().regex(/^V\d+\.\d+\.\d+$/),
  level: z.union([z.literal(1), z.literal(2)]),
  verdict: z.enum(["met", "partly", "open", "not_applicable"]),
  evidence: z.array(z.string()),
  words: z.string().trim().min(20).max(200),
});
const rows = z.array(rowSchema).parse(JSON.parse(read("security/asvs.json")));
const standard = z
  .object({ level1: z.array(z.string()).length(70), level2: z.array(z.string()).length(183) })
  .parse(JSON.parse(read("security/asvs-ids.json")));

const idsOf = (verdict: string) =>
  rows
    .filter((row) => row.verdict === verdict)
    .map(({ id }) => id)
    .sort();
const twice = (texts: readonly string[]) => texts.filter((text, at) => texts.indexOf(text) !== at);

test("every requirement of levels 1 and 2 has its row exactly once, at its level", () => {
  const wanted = [...standard.level1.map((id) => `${id} 1`), ...standard.level2.map((id) => `${id} 2`)];
  expect(rows.map(({ id, level }) => `${id} ${level}`).sort()).toEqual(wanted.sort());
});

test("what is met, wholly or partly, names its evidence", () => {
  const claimed = rows.filter(({ verdict }) => verdict === "met" || verdict === "partly");
  expect(claimed.length).toBeGreaterThan(100);
  expect(claimed.filter(({ evidence }) => evidence.length === 0).map(({ id }) => id)).toEqual([]);
});

test("all evidence is a file that exists, named once in its row", () => {
  const isFile = (file: string) => statSync(path.join(root, file), { throwIfNoEntry: false })?.isFile() ?? false;
  const named = rows.flatMap(({ id, evidence }) => evidence.map((file) => ({ id, file })));
  expect(named.filter(({ file }) => path.isAbsolute(file) || file.includes("..") || !isFile(file))).toEqual([]);
  expect(rows.filter(({ evidence }) => twice(evidence).length > 0).map(({ id }) => id)).toEqual([]);
});

test("each verdict has a sentence of its own; only what does not apply shares one, within a chapter", () => {
  const applicable = rows.filter(({ verdict }) => verdict !== "not_applicable").map(({ words }) => words);
  expect(twice(applicable)).toEqual([]);
  const reasons = rows.filter(({ verdict }) => verdict === "not_applicable");
  const chapters = new Map(reasons.map(({ id, words }) => [words, id.split(".")[0]]));
  expect(reasons.filter(({ id, words }) => chapters.get(words) !== id.split(".")[0])).toEqual([]);
});

test("docs/security.md has the counts and lists exactly what is open and what is partly met", () => {
  const page = read("docs/security.md");
  const idsUnder = (heading: string) => {
    const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
    return [...section.matchAll(/\bV\d+\.\d+\.\d+\b/g)].map(([id]) => id).sort();
  };
  expect(idsUnder("Open")).toEqual(idsOf("open"));
  expect(idsUnder("Partly met")).toEqual(idsOf("partly"));
  const count = (verdict: string) => idsOf(verdict).length;
  expect(page).toContain(
    `${count("met")} met, ${count("partly")} partly, ${count("open")} open, ${count("not_applicable")} not applicable`,
  );
});
