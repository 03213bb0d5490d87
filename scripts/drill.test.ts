import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

test("an unknown part names the known ones", { meta: { slow: "Runs the command." } }, () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/drill.ts", "lunch"], { encoding: "utf8" });
  expect([status, stderr]).toEqual([
    1,
    'There is no part "lunch". There are: deploy, away, failover, restore, pgbouncer, upgrade, watch, image.\n',
  ]);
});

test("failover with Patroni says that Debian's packages are missing, and ends with 2", {
  tags: ["long"],
  meta: { slow: "Runs the command." },
}, () => {
  const folder = mkdtempSync(path.join(tmpdir(), "counterfoil-drill-test-"));
  const env = { ...process.env, DATA_DIR: folder, PATH: "/nowhere" };
  const flags = ["scripts/drill.ts", "failover", "--patroni"];
  const { status, stderr } = spawnSync(process.execPath, flags, { encoding: "utf8", env });
  rmSync(folder, { recursive: true });
  expect([status, stderr]).toEqual([
    2,
    expect.stringMatching(/^Debian's packages haproxy, .* cannot be had here \(apt-get: .*\)\.\n$/),
  ]);
});
