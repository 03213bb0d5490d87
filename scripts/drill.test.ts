import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("an unknown part names the known ones", { meta: { slow: "Runs the command." } }, () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/drill.ts", "lunch"], { encoding: "utf8" });
  expect([status, stderr]).toEqual([
    1,
    'There is no part "lunch". There are: deploy, away, failover, restore, pgbouncer, upgrade, watch, image.\n',
  ]);
});
