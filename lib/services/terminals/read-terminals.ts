import pLimit from "p-limit";
import type { Terminal } from "../../contract/merchant.ts";
import type { MerchantGateway } from "../../gateway/index.ts";
import type { MerchantRow } from "../../store/merchants.ts";
import type { ServiceContext } from "../context.ts";

/** What a new payment may be taken with. `currencies` of the accounts; empty when the gateway lists none. */
export type MerchantEquipment = { terminals: Terminal[]; currencies: string[]; readAtMs: number };

const freshMs = 5 * 60_000;
const detailsMax = 50;
const key = Symbol.for("counterfoil.equipment");
type Holder = { [key]?: WeakMap<object, Map<string, Promise<MerchantEquipment>>> };

type Ports = Pick<ServiceContext, "clock" | "gateways">;

/**
 * A merchant's terminals and the currencies of its accounts; asked at most every five minutes, by one caller for all
 * who wait. Throws the gateway's trouble, which is not remembered.
 */
export async function readEquipment(ports: Ports, merchant: MerchantRow): Promise<MerchantEquipment> {
  const known = rememberedBy(ports.gateways);
  const held = known.get(merchant.id);
  const before = await held?.catch(() => undefined);
  if (before && ports.clock.now() - before.readAtMs < freshMs) return before;
  const running = known.get(merchant.id);
  if (running && running !== held) return running;
  const reading = askGateway(ports, merchant);
  known.set(merchant.id, reading);
  reading.catch(() => known.get(merchant.id) === reading && known.delete(merchant.id));
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

async function askGateway({ clock, gateways }: Ports, merchant: MerchantRow): Promise<MerchantEquipment> {
  const gateway = await gateways.forMerchant(merchant);
  const [listed, accounts] = await Promise.all([gateway.listTerminals(), gateway.listAccounts().catch(() => [])]);
  const limit = pLimit(4);
  const terminals = await Promise.all(
    listed.map((terminal, index) => limit(() => (index < detailsMax ? complete(gateway, terminal) : toTerminal(terminal)))),
  );
  const currencies = [...new Set(accounts.flatMap((account) => (account.currency ? [account.currency] : [])))];
  return { terminals, currencies, readAtMs: clock.now() };
}

type Listed = { terminalId: string; name: string | null; model?: string | null; currency: string | null };

/** The list has neither name nor currency at some gateways; the terminal's own address has. */
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
