import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { commandNames } from "../bootstrap.mjs";

const root = path.resolve(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read("package.json")));
const pages = ["README.md", "ARCHITECTURE.md"].filter((file) => existsSync(path.join(root, file)));

describe("the documentation", () => {
  it.each(pages)("names in %s only commands that exist", (page) => {
    const named = [...read(page).matchAll(/\bnpm (?:run ([a-z][\w:-]*)|(start|test)\b)/g)].map(
      ([, run, short]) => run ?? short ?? "",
    );
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it.each(pages)("links in %s only to files that exist", (page) => {
    const linked = [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, file]) => file ?? "");
    expect(linked.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});

describe("package.json", () => {
  it("starts only commands that bootstrap knows, under their own name", () => {
    const started = Object.entries(scripts).flatMap(([name, line]) => {
      const command = /scripts\/bootstrap\.mjs (\S+)/.exec(line)?.[1];
      return command ? [{ name, command }] : [];
    });
    expect(started.length).toBeGreaterThan(0);
    expect(started.filter(({ name, command }) => name !== command || !commandNames().includes(command))).toEqual([]);
  });
});
