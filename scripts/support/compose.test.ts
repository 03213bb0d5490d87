import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { settingNames } from "#lib/app/settings/settings.ts";
import { imageCommands } from "./image-files.ts";

const folder = path.resolve(import.meta.dirname, "..", "..", "deploy");
const compose = readFileSync(path.join(folder, "compose.yml"), "utf8");
const matches = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, match = ""]) => match))].sort();

describe("deploy/compose.yml", () => {
  it("sets only settings that there are, secrets by their files", () => {
    const settings = compose.split("environment: &settings")[1]?.split("secrets: [")[0] ?? "";
    const names = matches(settings, /^ {4}([A-Z_]+):/gm);
    expect(names).toContain("VAULT_KEYS_FILE");
    expect(names.filter((name) => !settingNames.includes(name.replace(/_FILE$/, "")))).toEqual([]);
    const files = matches(settings, /_FILE: \/run\/secrets\/(\w+)/g);
    expect(files.filter((name) => !compose.includes(`  ${name}: { file: ./secrets/${name} }`))).toEqual([]);
  });

  it("runs commands that the image has", () => {
    const commands = [...matches(compose, /command: \[(\w+)/g), ...matches(compose, /nightly\.mjs, "[^"]+", (\w+)/g)];
    expect(commands).toEqual(expect.arrayContaining(["backup", "migrate", "receiver"]));
    expect(commands.filter((name) => name !== "postgres" && !imageCommands.includes(name))).toEqual([]);
  });

  it("mounts only files that are here, secrets excepted", () => {
    const mounted = matches(compose, /\.\/((?!secrets\/)[\w.-]+)/g);
    expect(mounted).toEqual(["Caddyfile", "create-database.sh"]);
    expect(mounted.filter((name) => !existsSync(path.join(folder, name)))).toEqual([]);
  });
});
