import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandNames } from "../bootstrap.mjs";
import { followImports } from "./image-code.ts";
import { imageCommands } from "./image-files.ts";
import { listPackageFiles } from "./image-packages.ts";

const repository = path.resolve(import.meta.dirname, "..", "..");
let root = "";

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "counterfoil-image-"));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
}

describe("what an image holds", () => {
  it("is what its commands import, over files and packages, and nothing of types", async () => {
    write({
      "scripts/run.ts":
        'import pg from "pg";\nimport {\n  one,\n} from "#lib/one.ts";\nimport type { Only } from "#lib/types.ts";\n',
      "lib/one.ts": 'import "node:fs";\nexport { two } from "./inner/two.ts";\nexport type { Rows } from "typed";\n',
      "lib/inner/two.ts": 'const later = () => import("@scope/name/part");\nexport const two = later;\n',
      "lib/other.ts": "",
    });
    const { files, packages } = await followImports(root, ["scripts/run.ts"]);
    expect([...files].sort()).toEqual(["lib/inner/two.ts", "lib/one.ts", "scripts/run.ts"]);
    expect([...packages].sort()).toEqual(["@scope/name", "pg"]);
  });

  it("is each package with those it depends on, also those inside it, without maps, types and compilers", async () => {
    write({
      "node_modules/a/package.json": '{"dependencies":{"b":"1"},"optionalDependencies":{"absent":"1","@next/swc-x":"1"}}',
      "node_modules/a/index.js": "",
      "node_modules/a/index.js.map": "",
      "node_modules/a/index.d.ts": "",
      "node_modules/a/node_modules/b/package.json": '{"dependencies":{"c":"1"}}',
      "node_modules/b/package.json": "{}",
      "node_modules/c/package.json": "{}",
      "node_modules/unused/package.json": "{}",
      "node_modules/@next/swc-x/package.json": "{}",
    });
    const inner = "node_modules/a/node_modules/b/package.json";
    const expected = ["node_modules/a/index.js", inner, "node_modules/a/package.json", "node_modules/c/package.json"];
    expect((await listPackageFiles(root, ["a"])).sort()).toEqual(expected);
  });

  it("has the commands of an operator and none that installs, builds or tries out", () => {
    expect(imageCommands).toEqual(
      expect.arrayContaining(["start", "receiver", "migrate", "backup", "restore", "user", "doctor"]),
    );
    expect(imageCommands.filter((name) => /dev|build|image|sandbox|test|generate/.test(name))).toEqual([]);
    expect(imageCommands.filter((name) => !commandNames().includes(name))).toEqual([]);
  });
});

describe("Containerfile", () => {
  const text = readFileSync(path.join(repository, "Containerfile"), "utf8");
  const last = text.split(/^FROM /m).at(-1) ?? "";

  it("runs nothing while the image itself is made, so that it needs no shell, and has a user without rights", () => {
    expect(last).not.toMatch(/^(?:RUN|ADD)\b/m);
    expect(last).toMatch(/^USER 65532:65532$/m);
  });

  it("takes nothing of the machine that .containerignore does not leave out", () => {
    const ignored = readFileSync(path.join(repository, ".containerignore"), "utf8").split("\n");
    expect(ignored).toEqual(expect.arrayContaining([".env", ".data", ".next", "node_modules", ".git"]));
  });
});
