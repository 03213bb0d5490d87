import { toAppError } from "#lib/core/errors.ts";
import type { Caller } from "../api-client.ts";
import type { GatewayOptions, Probe, ProbeOptions } from "../types.ts";
import { WireReader } from "../wire/reader.ts";
import { type Asked, createAsker } from "./asker.ts";
import { createFindings, type Findings } from "./findings.ts";
import { probeList } from "./probe-list.ts";
import { probePages } from "./probe-pages.ts";
import { probeReferences } from "./probe-references.ts";

export type CountedCaller = { caller: Pick<Caller, "read">; calls: () => number };

/**
 * Checks each open question about the gateway as one merchant, with reads only and at most 60 calls. Questions stay open when
 * the merchant's rows cannot show the answer, or when the gateway stops responding.
 */
export async function probe(counted: CountedCaller, options: GatewayOptions, { signal }: ProbeOptions = {}): Promise<Probe> {
  const asker = createAsker(counted.caller, counted.calls, signal);
  const findings = createFindings();
  let problem: Probe["problem"];
  try {
    const accounts = await asker.ask("/accounting/v1/accounts");
    addReach(findings, "accounts", accounts);
    const terminals = await asker.ask("/pos/v1/terminals");
    addReach(findings, "terminals", terminals);
    const terminal_id = textsOf(terminals, "terminal_id")[0];
    const payments = await asker.ask("/epos/v1/payments", { terminal_id });
    // Without a terminal, the 404 may concern the address itself.
    if (payments.status !== 404 || terminal_id !== undefined) addReach(findings, "payments", payments);
    const accountNumbers = [...textsOf(accounts, "account_number"), ...options.accountNumbers];
    const list = await probeList({ asker, findings, accountNumbers, dateForm: options.dateForm });
    if (list) {
      const seen = await probePages({ asker, findings, list, sizeName: options.pageSizeName });
      await probeReferences({ asker, findings, references: seen, multipleMax: options.multipleMax });
    }
  } catch (thrown) {
    problem = toAppError(thrown).code;
  }
  return { found: findings.list(), calls: asker.calls(), problem };
}

/** An error about the query itself shows that the resource can be reached. */
function addReach(findings: Findings, question: "accounts" | "terminals" | "payments", asked: Asked): void {
  const { status } = asked;
  findings.add(question, status === 403 ? "refused" : status === 404 || status === 405 ? "absent" : "readable", asked);
}

function textsOf({ rows }: Asked, name: string): string[] {
  return rows.flatMap((row) => new WireReader(row).text(name) ?? []);
}
