import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { settingNames } from "#lib/app/settings/settings.ts";
import { operations } from "#lib/contract/operations.ts";
import { errorCodes, errorStatus, isRetryable } from "#lib/core/errors.ts";
import { sandboxReadings } from "#lib/sandbox/settings.ts";
import { readLanguage } from "../../messages/support/catalogue.ts";
import { commandNames } from "../bootstrap.mjs";

const root = path.resolve(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const list = (pattern: string) => globSync(pattern, { cwd: root }).sort();
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read("package.json")));
const pages = ["README.md", ...list("docs/*.md")];

/** Distinct matches of the first group of `pattern`, sorted. */
const matches = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, match]) => match ?? ""))].sort();

/** The section of a page from this heading to the next one. */
const section = (page: string, heading: string) =>
  read(page)
    .split(/^## /m)
    .find((part) => part.startsWith(`${heading}\n`)) ?? "";

/** The names in the first column of the tables of this text. */
const firstColumn = (text: string) =>
  [...text.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = ""]) => matches(cell, /`([^`]+)`/g)).sort();

const commandsIn = (text: string) => [...matches(text, /\bnpm (start|test)\b/g), ...matches(text, /\bnpm run ([a-z][\w:-]*)/g)];

/** The anchors that GitHub generates for a page's headings. */
const anchors = (page: string) =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

describe.each(pages)("%s", (page) => {
  it("names only commands that exist", () => {
    expect(commandsIn(read(page)).filter((name) => !(name in scripts))).toEqual([]);
  });

  it("links only to files and headings that exist", () => {
    const links = matches(read(page), /\]\((?!https?:|mailto:)([^)\s]+)\)/g);
    const broken = links.filter((link) => {
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? page : path.join(path.dirname(page), file);
      return !existsSync(path.join(root, target)) || (anchor !== undefined && !anchors(target).includes(anchor));
    });
    expect(broken).toEqual([]);
  });
});

/** Operators search the screens for what these pages write in bold. */
const operatorPages = ["connecting-a-gateway", "procedures", "processes", "runbook"].map((name) => `docs/${name}.md`);
const toWords = (text: string) => text.replace(/\{\w+, plural,.* other \{# ([^}]*)\}\}/, "$1").replaceAll("\u00ad", "");
const notOfScreens = /^(?:Means|Look|Do):$|^`/;

describe.each(operatorPages)("%s", (page) => {
  it("writes in bold only words that are on the screens", () => {
    const bold = matches(read(page).replaceAll(/\s+/g, " "), /\*\*([^*]+)\*\*/g).filter((term) => !notOfScreens.test(term));
    const words = new Set([...readLanguage("en").values()].map(toWords));
    const isShown = (term: string) => words.has(term) || term.split(", ").every((part) => words.has(part));
    expect(bold.filter((term) => !isShown(term.replace(/\.$/, "")))).toEqual([]);
  });
});

describe("the documentation", () => {
  it("describes every npm script in docs/commands.md", () => {
    const described = firstColumn(read("docs/commands.md")).flatMap(commandsIn);
    expect(Object.keys(scripts).filter((name) => !described.includes(name))).toEqual([]);
  });

  it("describes every reading of the sandbox, and no other", () => {
    expect(firstColumn(section("docs/commands.md", "Readings"))).toEqual(Object.keys(sandboxReadings).sort());
  });

  it("describes every bench, and no other", () => {
    const described = matches(section("docs/commands.md", "Measure"), /^\| `npm run bench -- ([\w-]+)/gm);
    const benches = list("tools/bench/*.ts").map((file) => path.basename(file, ".ts"));
    expect(described).toEqual(benches.filter((name) => !name.endsWith(".test")));
  });

  it("describes every setting, and no other, in docs/configuration.md and .env.example", () => {
    expect(firstColumn(section("docs/configuration.md", "Settings"))).toEqual(settingNames.toSorted());
    expect(matches(read(".env.example"), /^#([A-Z_]+)=/gm)).toEqual(settingNames.toSorted());
  });

  it("names only settings in the README", () => {
    const named = firstColumn(section("README.md", "Configuration"));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !settingNames.includes(name))).toEqual([]);
  });

  it("describes every error code, and no other, in docs/api.md", () => {
    const lines = [...section("docs/api.md", "Error codes").matchAll(/^\| (\d+) \| ([^|]+) \|([^|]*)\|$/gm)];
    const described = lines.flatMap(([, status, codes = "", again = ""]) =>
      matches(codes, /`(\w+)`/g).map((code) => `${code} ${status} ${again.trim() === "yes"}`),
    );
    expect(described.sort()).toEqual(errorCodes.map((code) => `${code} ${errorStatus(code)} ${isRetryable(code)}`).sort());
  });

  it("names only addresses that there are in docs/api.md", () => {
    const paths = operations.map(({ path: address }) => address);
    const named = matches(read("docs/api.md"), /(\/(?:api|return)\/[\w{}/.-]*[\w}])/g);
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((name) => !paths.some((address) => address === name || address.startsWith(`${name}/`)))).toEqual([]);
  });

  it("is linked from the README, and every picture is shown there", () => {
    const linked = matches(read("README.md"), /\]\((docs\/[^)#]+)/g);
    expect(linked).toEqual([...list("docs/*.md"), ...list("docs/pictures/*")].sort());
  });
});

describe("package.json", () => {
  it("starts only commands that bootstrap knows, under their own name", () => {
    const started = Object.entries(scripts).flatMap(([name, line]) => {
      const command = /scripts\/bootstrap\.mjs (\S+)/.exec(line)?.[1];
      return command ? [{ name: name.replace(":", "-"), command }] : [];
    });
    expect(started.length).toBeGreaterThan(0);
    expect(
      started.filter(({ name, command }) => name.replaceAll(":", "-") !== command || !commandNames().includes(command)),
    ).toEqual([]);
  });
});
