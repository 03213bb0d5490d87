import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..", "..");
const isFile = (file: string) => statSync(path.join(root, file)).isFile();
const list = (...patterns: string[]) => globSync(patterns, { cwd: root }).filter(isFile).sort();
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

const rulePages = ["lockout", "notifications", "payments", "security"].map((name) => `docs/${name}.md`);
const pages = ["README.md", ...list("docs/*.md")];
const folders = "{app,components,e2e,lib,messages,scripts,security,tools,types}";
const sources = list(`${folders}/**/*.{ts,tsx,mjs,cjs,css,sql,json}`, "*.{ts,mjs,json}", ".env.example").filter(
  (file) => !/node_modules|package-lock|migrations\/meta|citations\.test/.test(file),
);

/** The numbers of a page's rules, in order. */
const rulesOf = (page: string) => [...read(page).matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));

const numbers = /\brules? (\d+)(?: (?:to|and) (\d+))?/.source;
const linked = new RegExp(`\\[[^\\]]*${numbers}[^\\]]*\\]\\(([\\w-]+\\.md)`, "g");
const cited = new RegExp(`(?<![\\w./-])([\\w./-]*\\w\\.md)\\b(?:, ${numbers})?`, "g");
const own = new RegExp(numbers, "g");
const elsewhere = /\bissues? \d+(?:\.\d+)*/gi;

/** Citations in a text whose target does not exist. Comments span several lines; only a page may cite its own rules. */
function brokenCitations(text: string, page?: string): string[] {
  if (!/\.md\b|\brules? \d|\bissues? \d/i.test(text)) return [];
  const broken = [...text.matchAll(elsewhere)].map(([what]) => what);
  const check = (what: string, file: string | undefined, ...rules: (string | undefined)[]) => {
    const isThere = file !== undefined && existsSync(path.join(root, file));
    if (!isThere || rules.some((rule) => rule && !rulesOf(file).includes(Number(rule)))) broken.push(what);
    return "";
  };
  const rest = text
    .replaceAll(/\n\s*(?:\*|\/\/|--)?\s*/g, " ")
    .replaceAll(linked, (what, first, last, name) => check(what, `docs/${name}`, first, last))
    .replaceAll(/\]\([^)]*\)/g, "")
    .replaceAll(cited, (what, file, first, last) => check(what, file, first, last));
  rest.replaceAll(own, (what, first, last) => check(what, page, first, last));
  return broken;
}

test("comments and pages cite only documents and rules that are there", () => {
  expect(sources.length).toBeGreaterThan(1_000);
  const broken = [
    ...sources.map((file) => [file, brokenCitations(read(file))] as const),
    ...pages.map((page) => [page, brokenCitations(read(page), page)] as const),
  ];
  expect(Object.fromEntries(broken.filter(([, citations]) => citations.length > 0))).toEqual({});
});

test("a citation of anything else is found, also where it goes on in the next line", () => {
  for (const good of [
    "/** Why (docs/lockout.md, rule 2). */",
    "// docs/lockout.md, rules 1 to 3, and docs/api.md",
    "/**\n * docs/payments.md,\n * rule 7\n */",
  ]) {
    expect(brokenCitations(good)).toEqual([]);
  }
  for (const bad of [
    "// house.md 2",
    "// docs/nowhere.md",
    "// docs/lockout.md, rule 99",
    "// docs/lockout.md, rules 1 to 99",
    "/**\n * docs/lockout.md,\n * rule 99\n */",
    "// rule 2 of something",
    "// issue 6",
  ]) {
    expect(brokenCitations(bad)).toHaveLength(1);
  }
  expect(brokenCitations("See rule 99.", "docs/lockout.md")).toHaveLength(1);
  expect(brokenCitations("See [Payments, rule 99](payments.md#money).", "docs/lockout.md")).toHaveLength(1);
});

test.each(rulePages)("the rules of %s are numbered one after the other", (page) => {
  const rules = rulesOf(page);
  expect(rules.length).toBeGreaterThan(10);
  expect(rules).toEqual(rules.map((_, index) => index + 1));
});

test("pages name only files and folders that are there", () => {
  const files = sources.concat(list("server.ts", ".ci/*", ".env*", "docs/*.md"));
  const named = pages.flatMap((page) => [...read(page).matchAll(/`([\w@()[\]./-]+)`/g)].map(([, name = ""]) => ({ page, name })));
  const isPath = (name: string) =>
    /\.(?:tsx?|mjs)$/.test(name) || /^(?:app|components|e2e|lib|messages|scripts|security|tools)\//.test(name);
  const isThere = (name: string) => existsSync(path.join(root, name)) || files.some((file) => file.endsWith(`/${name}`));
  expect(named.filter(({ name }) => isPath(name)).length).toBeGreaterThan(50);
  expect(named.filter(({ name }) => isPath(name) && !isThere(name))).toEqual([]);
});
