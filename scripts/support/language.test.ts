import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..", "..");
const files = globSync(["{app,components,docs,e2e,lib,scripts,tools,types}/**/*.{ts,tsx,mjs,sql,md}", "*.{md,ts,mjs}"], {
  cwd: root,
}).filter((file) => !/node_modules/.test(file));

/** Folders and files that docs/glossary.md names differently. */
const oldPaths =
  /^lib\/(?:store|mirror|notify|runtime)\/|^components\/(?:peek|mirror|bundle)\/|^lib\/services\/(?:bundle|returns|find|lookups|mirror)\/|\/(?:credential-holder|business-call|exchange|refusal|lock-guard|within|map-in-turns|paid-with|typed-amount|sorted-members|live-hub|until-room|dress-response|refuse|look-at-terminal|look-at-ledger|judge-absence|settle-acts|own-reference|follow-deliveries|follow-open-payments|quarantine|take-tries|prove|confirm-act|glance|shop-word|keep-delivery|told-alerts|peek-panel|[\w-]*-desk)\.tsx?$/;
/** Names in code, tables and columns. */
const oldNames =
  /\b(?:lookAtInvitation(?:Input)?|tellFailures?|TellFailure|tellWithinMs|foretoldFrom|putOnPaper|WithPeek|askForWord|keepAgain|hasShopsWord|quarantine(?:Rate|BytesMax)|ToldAlert|saveTold|findUntold|toldMost|expectTold|letThrough|passToNext|turnAway|putOn(?=\()|Passage|frontDoor|const [a-z]\w*(?<![aA]t)Most(?:Ms)?|getMirror|requestMirrorRun|stopMirrorRun|chargeAttempt|chargeLimit|judgePermit|hearAttempt|CredentialHolder|mirrorRun|(?:New)?MirrorRun|MirrorRun(?=Row|Worker)|mirror_run|takeRoom|giveRoomBack|takeTries|requireProof|requireProofFor|untilAwake|untilRoom|dressResponse|sayProblem|mapInTurns|payment_act|payment_look|ledger_join|paymentAct|paymentLook|ledgerJoin|lookAtTerminal|lookAtLedger|isAbsenceProven|settleActs?|replayAct|followDeliveries|followOpenPayments|foldOverview|foldLedger|usePeek|PeekPanel|makeBundle(?=\()|(?:[A-Z][a-z]+|create|open|start|own)[A-Z]?[a-z]*Desk)\b/g;

test("no file or folder has a name that the glossary replaced", () => {
  expect(files.length).toBeGreaterThan(1_500);
  expect(files.filter((file) => oldPaths.test(file))).toEqual([]);
});

test("the product has one name: no sentence calls it the desk", () => {
  const isCalledSo = /\b(?:the|this|that|a|running)\s+desk\b/i;
  const named = [...files, ...globSync("security/*.json", { cwd: root })].filter((file) => !file.endsWith("language.test.ts"));
  expect(named.filter((file) => isCalledSo.test(readFileSync(path.join(root, file), "utf8")))).toEqual([]);
});

test("no name in code, tables or documents is one that the glossary replaced", () => {
  const found = files
    .filter((file) => !file.endsWith("language.test.ts"))
    .flatMap((file) => (readFileSync(path.join(root, file), "utf8").match(oldNames) ?? []).map((name) => `${file}: ${name}`));
  expect([...new Set(found)]).toEqual([]);
});
