import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { tinyRuns, tinyStages } from "./tiny-runs.ts";

/** Covered by `npm test`, the journeys or tests of their own. */
const startedElsewhere = [
  "backup",
  "bench",
  "build",
  "check",
  "connect",
  "dev",
  "e2e",
  "receiver",
  "restore",
  "sandbox",
  "start",
];
const tests = ["test", "test-all", "test-repeat"];
/** An installation has no smaller size; the drills fetch programs and need several minutes (`drill -- --smoke`). */
const withoutTiny = ["drill", "first-start"];

const namesIn = (folder: string) => readdirSync(folder).flatMap((file) => /^([a-z0-9-]+)\.ts$/.exec(file)?.[1] ?? []);

test("every bench and every tool has a tiny run", () => {
  const benches = namesIn("tools/bench").filter((name) => !withoutTiny.includes(name));
  const tools = namesIn("scripts").filter((name) => ![...startedElsewhere, ...tests, ...withoutTiny].includes(name));
  const started = Object.values(tinyRuns).flatMap((commands) =>
    commands.map((command) => /^bench \S+|^\S+/.exec(command)?.[0] ?? command),
  );
  expect(started.toSorted()).toEqual([...benches.map((name) => `bench ${name}`), ...tools].toSorted());
  expect(tinyStages()).toHaveLength(Object.keys(tinyRuns).length);
});
