import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { auditActions } from "./audit-actions.ts";

/** A job, and the type of a webhook, are named in such lines too. */
const others = ["audit.anchor", "alert.test"];

const texts = globSync("{lib,scripts}/**/*.ts")
  .filter((path) => !/\.test\.ts$|testing\//.test(path))
  .map((path) => readFileSync(path, "utf8"));

/** Names in quotes of all lines that speak of an action. */
const whole = texts
  .flatMap((text) => text.split("\n").filter((line) => /\bact\b|Act\b|audit/.test(line)))
  .flatMap((line) => [...line.matchAll(/"([a-z_]+\.[a-z_]+)"/g)].map(([, name = ""]) => name))
  .filter((name) => !others.includes(name));

/** Actions of alerts are joined from two parts, the second of which the file's types name. */
const ofAlerts = texts
  .filter((text) => /`alert\.\$\{act\}`/.test(text))
  .flatMap((text) => [...text.matchAll(/\b[Aa]ct(?: =|:) ((?:"\w+"(?: \| )?)+)/g)])
  .flatMap(([, verbs = ""]) => [...verbs.matchAll(/\w+/g)].map(([verb]) => `alert.${verb}`));

test("every action that is written to the audit log has a text, and is offered as a filter", () => {
  expect(whole.length).toBeGreaterThan(60);
  expect(ofAlerts).toContain("alert.channel_saved");
  const known: ReadonlySet<string> = new Set(auditActions);
  expect([...new Set([...whole, ...ofAlerts])].filter((name) => !known.has(name))).toEqual([]);
});
