import { readPaging, toNestedPage } from "../accounting/paging.ts";
import { json } from "../http.ts";
import type { MerchantProfile, ProfileTerminal } from "../merchant-profile.ts";
import { problem } from "../problem.ts";
import type { World } from "../world.ts";

/** GET /pos/v1/terminals: pages nested, rows under `terminals`. */
export function listTerminals(world: World, profile: MerchantProfile, query: URLSearchParams): Response {
  const paging = readPaging(world, query);
  const wanted = profile.terminals.filter(
    ({ terminalId, serialNumber, model }) =>
      fits(query, "terminal_id", terminalId) && fits(query, "serial_number", serialNumber) && fits(query, "model", model),
  );
  const rows = wanted.slice((paging.page - 1) * paging.size, paging.page * paging.size);
  const shown = rows.map((terminal) => ({ ...toHead(terminal), ...world.unknown() }));
  return json(toNestedPage(world, "terminals", shown, paging, wanted.length));
}

export function getTerminal(world: World, profile: MerchantProfile, terminalId: string): Response {
  const terminal = profile.terminals.find((each) => each.terminalId === terminalId);
  if (!terminal) return problem(404);
  const account = profile.accounts.find(({ currency }) => currency === terminal.currency) ?? profile.accounts[0];
  return json({
    ...toHead(terminal),
    outlet_id: `${profile.number}${profile.terminals.findIndex(({ outlet }) => outlet === terminal.outlet) + 1}`,
    outlet_name: terminal.outlet,
    status: terminal.enabled ? "Active" : "Deactive",
    settlement_account_number: account.accountNumber,
    settlement_account_currency: account.currency,
    billing_descriptor: profile.descriptor,
    receipt_footer_row_1: profile.legalName,
    receipt_footer_row_2: null,
    card_topup_enabled: false,
    ...world.unknown(),
  });
}

function toHead({ terminalId, serialNumber, model, name, currency }: ProfileTerminal) {
  return { terminal_id: terminalId, serial_number: serialNumber, model, terminal_name: name, device_currency: currency };
}

function fits(query: URLSearchParams, name: string, value: string): boolean {
  const wanted = query.get(name);
  return wanted === null || wanted === value;
}
