import { verifyAudit } from "#lib/services/audit/verify-audit.ts";
import { readFlags } from "./support/read-flags.ts";
import { printProblem, say } from "./support/say.ts";
import { withApp } from "./support/with-app.ts";

const faultsShown = 50;

readFlags({});
process.exitCode = await withApp("npm run audit-verify", async ({ store, vault }) => {
  const { rows, anchors, lastId, lastHash, faults } = await verifyAudit(store.db, vault);
  for (const { at, problem } of faults.slice(0, faultsShown)) printProblem(`${at} ${problem}.`);
  if (faults.length > faultsShown) printProblem(`… and ${faults.length - faultsShown} more.`);
  const end = lastId === null ? "" : `, up to row ${lastId} with the hash ${lastHash}`;
  say(`${rows} audit rows and ${anchors} signed statements were read${end}: ${faults.length === 0 ? "whole" : "BROKEN"}.`);
  return faults.length === 0 ? 0 : 1;
});
