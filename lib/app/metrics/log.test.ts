import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { hostname } from "node:os";
import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { Secret } from "#lib/core/secret.ts";
import { waitMs } from "#lib/core/testing/wait-ms.ts";
import { createRedactor } from "#lib/privacy/redact.ts";
import { createLog, thisWriter } from "./log.ts";

function record() {
  const lines: string[] = [];
  const redactor = createRedactor();
  const log = createLog({ redactor, destination: { write: (line) => void lines.push(line) } });
  return { lines, redactor, log };
}

test("a line is one JSON object with an ISO time, the fields and the message", () => {
  const { lines, log } = record();
  log.warn({ requestId: "r-1", count: 3 }, "It happened.");
  const line = JSON.parse(lines.join(""));
  expect(line).toMatchObject({ level: 40, requestId: "r-1", count: 3, msg: "It happened." });
  expect(Number.isNaN(Date.parse(line.time))).toBe(false);
});

test("every line names the machine, the process and the version that wrote it", () => {
  const lines: string[] = [];
  const log = createLog({ writer: thisWriter(), destination: { write: (line) => void lines.push(line) } });
  log.info({ requestId: "r-1" }, "It happened.");
  const line = JSON.parse(lines.join(""));
  expect(line).toMatchObject({ instance: `${hostname()}-${process.pid}`, version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
});

test("a failed query is logged without its parameters, which are whatever was typed", () => {
  const { lines, log } = record();
  const cause = new DrizzleQueryError("update staff set password = $1 where name = $2", ["$argon2id$canary", "Canary Petrova"]);
  log.error({ cause }, "It failed.");
  const row = Object.assign(new Error("violates"), { code: "23514", detail: "Failing row contains (canary)." });
  log.error({ cause: row }, "It failed.");
  expect(lines.join("")).toContain("update staff");
  expect(lines.join("")).not.toMatch(/canary/i);
});

test("secrets are redacted by field name, by format, in wrappers, in causes and when registered", () => {
  const { lines, redactor, log } = record();
  redactor.remember("plain-looking-words");
  const cause = new Error("refused Bearer abc.def.ghi", { cause: { password: "canary-1" } });
  log.error({ cause, headers: { Cookie: "desk=canary-2" }, wrapped: new Secret("canary-3") }, "saw plain-looking-words");
  log.info({ note: "secret_canary4444" }, "x");
  const text = lines.join("");
  expect(text).not.toMatch(/canary|abc\.def|plain-looking-words/);
  expect(text).toContain("refused");
});

test.skipIf(process.platform !== "linux").each([
  ["at once", "log.info({}, 'No room.');"],
  ["while more lines wait than are being written", "for (let line = 0; line < 3; line++) log.info({ line }, 'No room.');"],
  ["later", "for (let line = 0; line < 100; line++) { log.info({ line }, 'No room.'); await new Promise(setImmediate); }"],
])("a full disk loses log lines but does not stop the process, which exits %s", (_, logging) => {
  const program = `import { createLog } from "#lib/app/metrics/log.ts"; const log = createLog(); ${logging} process.exit(42);`;
  const full = openSync("/dev/full", "a");
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", full, "pipe"],
    encoding: "utf8",
    timeout: waitMs,
  });
  closeSync(full);
  expect(stderr).toBe("");
  expect(status).toBe(42);
});

test("the last lines are written before the process exits", () => {
  const program = `import { createLog } from "#lib/app/metrics/log.ts"; const log = createLog();
    for (let line = 0; line < 1_000; line++) log.info({ line }, "x".repeat(100)); process.exit(0);`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" });
  const lines = stdout.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).line)).toEqual(Array.from({ length: 1_000 }, (_, index) => index));
});
