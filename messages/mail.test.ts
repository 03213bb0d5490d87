import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { alertChanges } from "#lib/contract/channel-marks.ts";
import { languageCodes } from "#lib/core/languages.ts";
import { readMessageTexts } from "#lib/services/alerts/delivery/message-texts.ts";
import { type MessageAlert, mailTextOf, subjectOf } from "#lib/services/alerts/delivery/write-message.ts";

type Words = { [key: string]: string | Words };

const readMail = (code: string): Words => JSON.parse(readFileSync(new URL(`./mail/${code}.json`, import.meta.url), "utf8"));
const flatten = (words: Words, path = ""): string[] =>
  Object.entries(words).flatMap(([key, value]) => (typeof value === "string" ? [path + key] : flatten(value, `${path}${key}.`)));

test.each(languageCodes)("messages about alerts in %s say everything English says", async (code) => {
  expect(flatten(readMail(code)).sort()).toEqual(flatten(readMail("en")).sort());
  const texts = await readMessageTexts(code);
  const frame = { environment: "demo", zone: "Europe/Sofia", settingsUrl: "https://desk.example/settings" };
  for (const change of alertChanges) {
    const told: MessageAlert = {
      ...{ id: "1", change, rule: "forward_failing", severity: "critical", count: 3, url: "https://desk.example/x" },
      ...{ merchant: { slug: "corner-cafe", name: "Corner Cafe" }, openedAt: "2026-11-25T10:12:00Z" },
      ...{ machine: "receiver-2", endsAt: "2026-12-01T11:13:00Z" },
      resolvedAt: change === "resolved" ? "2026-11-25T11:12:00Z" : null,
    };
    const text = `${subjectOf([told], texts, frame)}\n${subjectOf([told, told], texts, frame)}\n${mailTextOf([told], texts, frame)}`;
    expect(text).toContain("Corner Cafe (corner-cafe)");
    expect(text).toContain("12:12");
    expect([text.includes("receiver-2"), text.includes("13:13")]).toEqual([true, change !== "resolved"]);
    // A text that is missing is shown as its key.
    expect(text).not.toMatch(/\b(?:subject|heading|rules|explanations|severities|environment)\./);
  }
});
