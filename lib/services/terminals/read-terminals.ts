import pLimit from "p-limit";
import type { Problem } from "#lib/contract/common.ts";
import type { Terminal } from "#lib/contract/merchant.ts";
import { messageOf, toAppError } from "#lib/core/errors.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import type { MerchantGateway } from "#lib/gateway/types.ts";
import { serviceText } from "#lib/services/texts.ts";
import type { ServiceContext } from "../context.ts";

/**
 * Terminals and currencies for a new payment. `currencies` of the accounts; empty when the gateway lists none. `problem`: why
 * the gateway lists no terminal; the real ones are unknown then.
 */
export type MerchantEquipment = {
  terminals: Terminal[];
  currencies: string[];
  problem: (Problem & { isPassing: boolean }) | null;
  readAtMs: number;
};

const freshMs = 5 * 60_000;
/** For a refusal or an empty list, which may have been fixed since. */
const refusalFreshMs = 60_000;
const detailsMax = 50;
/** Time limit for interactive callers. */
export const equipmentBudgetMs = 8_000;
const key = Symbol.for("counterfoil.equipment");
type Holder = { [key]?: WeakMap<object, Map<string, Promise<MerchantEquipment>>> };

type Ports = Pick<ServiceContext, "clock" | "gateways">;

/**
 * A merchant's terminals and the currencies of its accounts; queried at most every five minutes, by one caller for all
 * concurrent ones. Throws when the gateway cannot be queried, as for a merchant without a session; neither this nor temporary
 * errors are cached.
 */
export async function readEquipment(ports: Ports, merchant: MerchantRow): Promise<MerchantEquipment> {
  const known = rememberedBy(ports.gateways);
  const cached = known.get(merchant.id);
  const before = await cached?.catch(() => undefined);
  if (before && ports.clock.now() - before.readAtMs < (before.problem ? refusalFreshMs : freshMs)) return before;
  const running = known.get(merchant.id);
  if (running && running !== cached) return running;
  const reading = queryGateway(ports, merchant);
  known.set(merchant.id, reading);
  const forget = () => known.get(merchant.id) === reading && known.delete(merchant.id);
  reading.then(({ problem }) => problem?.isPassing && forget(), forget);
  return reading;
}

/** On globalThis, since Next's bundles load their own copies of this module; by directory, so that tests stay apart. */
function rememberedBy(directory: object): Map<string, Promise<MerchantEquipment>> {
  const holder = globalThis as Holder;
  holder[key] ??= new WeakMap();
  const known = holder[key].get(directory) ?? new Map<string, Promise<MerchantEquipment>>();
  holder[key].set(directory, known);
  return known;
}

async function queryGateway({ clock, gateways }: Ports, merchant: MerchantRow): Promise<MerchantEquipment> {
  const gateway = await gateways.forMerchant(merchant);
  const [listed, accounts] = await Promise.all([
    gateway.listTerminals().catch(toProblem),
    gateway.listAccounts().catch(() => []),
  ]);
  const currencies = [...new Set(accounts.flatMap((account) => (account.currency ? [account.currency] : [])))];
  if (!Array.isArray(listed)) return { terminals: [], currencies, problem: listed, readAtMs: clock.now() };
  const limit = pLimit(4);
  const terminals = await Promise.all(
    listed.map((terminal, index) => limit(() => (index < detailsMax ? complete(gateway, terminal) : toTerminal(terminal)))),
  );
  const problem = terminals.length === 0 ? { ...noTerminals, isPassing: false } : null;
  return { terminals, currencies, problem, readAtMs: clock.now() };
}

const noTerminals: Problem = { code: "terminals_empty", ...serviceText("terminal_list_empty") };
const notAllowed = serviceText("terminal_list_forbidden");
const noList = serviceText("terminal_list_missing");

/** Why the list is not available; rethrows when the merchant cannot be queried at all. */
function toProblem(thrown: unknown): NonNullable<MerchantEquipment["problem"]> {
  const error = toAppError(thrown);
  const { code } = error;
  if (!code.startsWith("gateway_")) throw thrown;
  if (code === "gateway_forbidden") return { code, ...notAllowed, isPassing: false };
  if (code === "gateway_not_found") return { code, ...noList, isPassing: false };
  return { code, ...messageOf(error), isPassing: true };
}

type Listed = { terminalId: string; name: string | null; model?: string | null; currency: string | null };

/** Some gateways list terminals without name and currency; the terminal's own address has them. */
async function complete(gateway: Pick<MerchantGateway, "getTerminal">, listed: Listed): Promise<Terminal> {
  if (listed.currency !== null && listed.name !== null) return toTerminal(listed);
  const own = await gateway.getTerminal(listed.terminalId).catch(() => undefined);
  return toTerminal({
    terminalId: listed.terminalId,
    name: own?.name ?? listed.name ?? own?.model ?? listed.model ?? null,
    currency: own?.currency ?? listed.currency,
  });
}

function toTerminal({ terminalId, name, model, currency }: Listed): Terminal {
  return { terminalId, name: name ?? model ?? null, currency };
}
