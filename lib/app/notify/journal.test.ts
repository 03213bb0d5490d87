import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "#lib/core/testing/eventually.ts";
import { createJournal } from "#lib/notifications/journal/journal.ts";
import { toDelivery } from "#lib/notifications/receive/to-delivery.ts";
import { createSigner, notifyEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { openJournal } from "./journal.ts";

const signer = createSigner();
const endpoint = {
  ...{ id: "e", environment: "demo", merchantId: "m", merchant: "cafe", sid: "000000000000010", strictLayout: true },
  keys: [signer.key],
};
const circumstances = { header: () => null, peer: null, receivedAt: new Date() };
const verified = toDelivery(Buffer.from(signedBody(notifyEntries(), signer)), endpoint, circumstances);
const delivery = { ...verified, answer: { status: 200, body: "OK", ms: 1 } };
const change = {
  ...{ environment: "demo", previousSeq: 0, integration: { id: "i", seq: 1, failedAttempts: [] } },
  pair: {
    ...{ id: "p", kind: "session" as const, failedAttempts: [], state: "closed" as const },
    ...{ provenMark: null, inflightUntilMs: null, attempt: null },
  },
};

let folder: string;
let errors: string[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterfoil-journal-"));
  errors = [];
});
afterEach(() => rm(folder, { recursive: true }));

function open(journalDir: string) {
  const metrics = createMetrics();
  const log = { info: () => {}, warn: () => {}, error: (_: unknown, text: string) => void errors.push(text) };
  const journal = openJournal({ journalDir, journalHours: 24 }, { vault: createTestVault(), log, metrics });
  if (!journal) throw new Error("no journal");
  return { journal, text: async () => (await metrics.render()).text };
}

test("what is written is sealed, readable for this user only, and removed after its hours", async () => {
  const { journal, text } = open(folder);
  const old = path.join(folder, "1-1-old.journal");
  await writeFile(old, "x");
  await utimes(old, 1, 1);
  journal.start();
  await journal.deliveries.add(delivery);
  await eventually(async () => expect(await readdir(folder)).not.toContain("1-1-old.journal"));
  const [name = ""] = await readdir(folder);
  expect((await readFile(path.join(folder, name))).includes("IPCPurchaseNotify")).toBe(false);
  await eventually(async () => expect(await text()).toMatch(/counterfoil_journal_bytes [1-9]/));
  expect(await text()).toContain('counterfoil_journal_entries_total{outcome="kept"} 2');
  await journal.close();
});

test("what else lies in the folder of the journal is neither counted nor removed", async () => {
  const others = ["lost+found", "backup.dump", "1.journal.txt"];
  await mkdir(path.join(folder, "lost+found"));
  for (const name of others.slice(1)) await writeFile(path.join(folder, name), "x".repeat(1_000_000));
  const old = ["1-1-old.journal", "1-1.gap"];
  for (const name of old) await writeFile(path.join(folder, name), "");
  for (const name of [...others, ...old]) await utimes(path.join(folder, name), 1, 1);
  const journal = createJournal({ folder, hours: 24, sealer: createTestVault() });
  expect(await journal.tend()).toBeLessThan(1_000_000);
  await journal.close();
  const left = await readdir(folder);
  expect(left).toEqual(expect.arrayContaining(others));
  expect(left).not.toEqual(expect.arrayContaining([expect.stringMatching(/^1-1/)]));
});

test("a journal that cannot be written refuses no notification, but no sign-in is sent that it would not know", async () => {
  const file = path.join(folder, "no-folder");
  await writeFile(file, "");
  const { journal, text } = open(file);
  await journal.deliveries.add(delivery);
  await journal.guards.recordOutcome(change);
  await expect(journal.guards.recordAttempt(change)).rejects.toThrow();
  expect(errors).toHaveLength(3);
  expect(await text()).toContain('counterfoil_journal_entries_total{outcome="failed"} 3');
  await journal.close();
});
