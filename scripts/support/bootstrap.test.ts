import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..", "..");
let checkout = "";
const running: ChildProcess[] = [];

/** A checkout with this bootstrap, these packages and a single command. */
beforeEach(() => {
  checkout = mkdtempSync(path.join(tmpdir(), "counterfoil-bootstrap-"));
  mkdirSync(path.join(checkout, "scripts"));
  cpSync(path.join(root, "scripts", "bootstrap.mjs"), path.join(checkout, "scripts", "bootstrap.mjs"));
  mkdirSync(path.join(checkout, "scripts", "support"));
  for (const name of ["install.mjs", "process-lock.mjs", "preload.mjs"]) {
    cpSync(path.join(root, "scripts", "support", name), path.join(checkout, "scripts", "support", name));
  }
  cpSync(path.join(root, "package-lock.json"), path.join(checkout, "package-lock.json"));
  writeFileSync(path.join(checkout, "package.json"), '{ "type": "module" }');
  symlinkSync(path.join(root, "node_modules"), path.join(checkout, "node_modules"));
});

afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
  rmSync(checkout, { recursive: true, force: true });
});

function command(source: string): void {
  writeFileSync(path.join(checkout, "scripts", "probe.ts"), source);
}

function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [path.join(checkout, "scripts", "bootstrap.mjs"), ...args], {
    env: { ...process.env, npm_lifecycle_event: undefined, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, output }));
  const says = async (text: string) => {
    while (!output.includes(text)) await Promise.race([once(child.stdout, "data"), ended]);
  };
  return { child, ended, says };
}

describe("bootstrap", () => {
  it("installs nothing where there is no list of packages, as in a container image", async () => {
    command('console.log("ran on", process.version);');
    rmSync(path.join(checkout, "package-lock.json"));
    rmSync(path.join(checkout, "node_modules"));
    expect(await start(["probe"]).ended).toEqual({ code: 0, output: `ran on ${process.version}\n` });
  });

  it("lists the commands when the command is unknown", async () => {
    command("");
    for (const args of [["nonsense"], [], ["../probe"], ["support"]]) {
      const { code, output } = await start(args).ended;
      expect(code).toBe(1);
      expect(output).toBe(`There is no command "${args[0] ?? ""}". There are: probe.\n`);
    }
  });

  it("runs the command on Node 24 in the checkout's folder with its arguments, without telemetry", async () => {
    command(
      'console.log(process.versions.node.split(".")[0], process.cwd(), process.env.NEXT_TELEMETRY_DISABLED, process.argv.slice(2).join("|"));',
    );
    const { code, output } = await start(["probe", "a", "b c"]).ended;
    expect(output.trim()).toBe(`24 ${checkout} 1 a|b c`);
    expect(code).toBe(0);
  });

  it("ends with the command's own exit code", async () => {
    command("process.exit(Number(process.argv[2]));");
    expect((await start(["probe", "7"]).ended).code).toBe(7);
    expect((await start(["probe", "0"]).ended).code).toBe(0);
  });

  it("reads .env, and the real environment wins", async () => {
    writeFileSync(path.join(checkout, ".env"), "FROM_FILE=file\nFROM_BOTH=file\n");
    command("console.log(process.env.FROM_FILE, process.env.FROM_BOTH);");
    expect((await start(["probe"], { FROM_BOTH: "real" }).ended).output.trim()).toBe("file real");
    expect((await start(["probe"], { FROM_BOTH: "real", COUNTERFOIL_ENV_FILE: "" }).ended).output.trim()).toBe("undefined real");
  });

  it("runs no command without the file of settings that was named", async () => {
    command('console.log("ran");');
    mkdirSync(path.join(checkout, "folder"));
    for (const name of ["missing", "folder"]) {
      const output = `COUNTERFOIL_ENV_FILE: ${path.join(checkout, name)} cannot be read; make it a file that this user may read.\n`;
      expect(await start(["probe"], { COUNTERFOIL_ENV_FILE: name }).ended).toEqual({ code: 1, output });
    }
    writeFileSync(path.join(checkout, "missing"), "");
    expect(await start(["probe"], { COUNTERFOIL_ENV_FILE: "missing" }).ended).toEqual({ code: 0, output: "ran\n" });
  });

  it.each(["SIGINT", "SIGTERM"] as const)("passes %s on and waits for the command's orderly end", async (signal) => {
    command(
      `process.once("${signal}", () => { setTimeout(() => { console.log("put away"); process.exit(0); }, 100); }); setInterval(() => {}, 1000); console.log("up");`,
    );
    const probe = start(["probe"]);
    await probe.says("up");
    probe.child.kill(signal);
    expect(await probe.ended).toEqual({ code: 0, output: "up\nput away\n" });
  });

  it("leaves no command behind when it is killed itself", async () => {
    command(
      'process.once("SIGTERM", () => { console.log("put away"); process.exit(0); }); setInterval(() => {}, 1000); console.log("up");',
    );
    const probe = start(["probe"]);
    await probe.says("up");
    probe.child.kill("SIGKILL");
    // The pipe closes only when the command, which inherited it, has ended.
    expect((await probe.ended).output).toBe("up\nput away\n");
  });
});
