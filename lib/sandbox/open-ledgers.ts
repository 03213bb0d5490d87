import { createLedger, type Ledger } from "./ledger/ledger.ts";
import type { MerchantProfile } from "./merchant-profile.ts";
import { type RowShares, shareRows } from "./share-rows.ts";
import type { SandboxStorage } from "./storage.ts";

type Options = { storage: SandboxStorage; now: () => number; transactions: number; merchantCount: number; live: boolean };

export type OpenLedgers = { of(profile: MerchantProfile): Promise<Ledger>; forget(): void };

/** Ledgers are computed: one that was put aside is made again in less than a millisecond. */
const openMax = 100;

/** The ledgers of all merchants, the last used ones ready; however many merchants there are, a hundred take memory. */
export function openLedgers(options: Options): OpenLedgers {
  const { storage, now, live } = options;
  const ledgers = new Map<number, Ledger>();
  let beginning: Promise<{ epochMs: number; rowsOf: RowShares }> | undefined;
  const begin = () => {
    beginning ??= readBeginning(options).catch((cause) => {
      beginning = undefined;
      throw cause;
    });
    return beginning;
  };
  return {
    async of(profile) {
      const { epochMs, rowsOf } = await begin();
      const { number } = profile;
      const ledger = ledgers.get(number) ?? createLedger({ profile, rows: rowsOf(number), epochMs, live, storage, now });
      ledgers.delete(number);
      ledgers.set(number, ledger);
      const [oldest] = ledgers.keys();
      if (ledgers.size > openMax && oldest !== undefined) ledgers.delete(oldest);
      return ledger;
    },
    forget() {
      beginning = undefined;
      ledgers.clear();
    },
  };
}

/**
 * When this sandbox began, where the computed ledgers end or go on from, and how many merchants share the rows: the most
 * there ever were, so that with fewer of them later no row that was read goes away.
 */
async function readBeginning({ storage, now, transactions, merchantCount }: Options) {
  await storage.insert({ kind: "epoch", key: "epoch", group: "", at: now(), tag: "", value: null });
  const epochMs = (await storage.find("epoch", "epoch"))?.at ?? now();
  const count = await storage.update("merchant-count", "most", (record) => {
    const most = Math.max(merchantCount, Number(record?.tag ?? 0));
    return { record: { group: "", at: epochMs, tag: String(most), value: null }, result: most };
  });
  return { epochMs, rowsOf: shareRows(transactions, count) };
}
