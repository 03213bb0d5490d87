import { verifyAudit } from "#lib/services/audit/verify-audit.ts";
import { readFlags } from "./support/read-flags.ts";
import { say, sayProblem } from "./support/say.ts";
import { withDesk } from "./support/with-desk.ts";

const faultsShown = 50;

readFlags({});
process.exitCode = await withDesk("npm run audit-verify", async ({ store, vault }) => {
  const { rows, anchors, lastId, lastHash, faults } = await verifyAudit(store.db, vault);
  for (const { at, problem } of faults.slice(0, faultsShown)) sayProblem(`${at} ${problem}.`);
  if (faults.length > faultsShown) sayProblem(`… and ${faults.length - faultsShown} more.`);
  const end = lastId === null ? "" : `, up to row ${lastId} with the hash ${lastHash}`;
  say(`${rows} audit rows and ${anchors} signed statements were read${end}: ${faults.length === 0 ? "whole" : "BROKEN"}.`);
  return faults.length === 0 ? 0 : 1;
});
