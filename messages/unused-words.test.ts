import { globSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readSourceWords } from "./support/source-words.ts";

type Words = { [key: string]: string | Words };

const sources = globSync("{app,components,lib}/**/*.{ts,tsx}")
  .filter((file) => !file.includes(".test."))
  .map(readSourceWords);
const strings = new Set(sources.flatMap((source) => source.strings));
const templates = sources
  .flatMap((source) => source.templates)
  .filter(({ beginning, end }) => /^[\w.-]*\.$/.test(beginning) || /^\.[\w.-]+$/.test(end));

test("every text of the catalogues is used", () => {
  const keys = readdirSync(new URL("./en/", import.meta.url)).flatMap(readKeys);
  expect(keys.length).toBeGreaterThan(500);
  expect(keys.filter((key) => !isAskedFor(key) && !isAskedFor(withoutNamespace(key)))).toEqual([]);
});

/** A file that is imported directly, as the global error page does, has no namespace. */
function withoutNamespace(key: string): string {
  return key.slice(key.indexOf(".") + 1);
}

/** By the full path, however it is split between namespace and key, and however the key's end is computed. */
function isAskedFor(key: string): boolean {
  if (isWritten(key)) return true;
  const parts = key.split(".");
  return parts.some((_, index) => {
    const rest = parts.slice(index + 1).join(".");
    return rest !== "" && strings.has(parts.slice(0, index + 1).join(".")) && isWritten(rest);
  });
}

function isWritten(key: string): boolean {
  return strings.has(key) || templates.some(({ beginning, end }) => key.startsWith(beginning) && key.endsWith(end));
}

function readKeys(name: string): string[] {
  const words: Words = JSON.parse(readFileSync(new URL(`./en/${name}`, import.meta.url), "utf8"));
  return flatten(words, `${name.replace(/\.json$/, "")}.`);
}

function flatten(words: Words, path: string): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === "string" ? [path + key] : flatten(value, `${path}${key}.`),
  );
}
