import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { appPages, leadingOn } from "./app-pages.ts";

const app = path.resolve(import.meta.dirname, "..", "..", "app");
const routes = readdirSync(app, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name === "page.tsx")
  .map((entry) => path.relative(app, entry.parentPath).split(path.sep).join("/"))
  .sort();

test("every page of the app is in the gallery, and no page that is gone", () => {
  expect([...new Set([...appPages.map(({ route }) => route), ...leadingOn])].sort()).toEqual(routes);
});

test("no two pages of the gallery have one name", () => {
  expect(new Set(appPages.map(({ name }) => name)).size).toBe(appPages.length);
});
