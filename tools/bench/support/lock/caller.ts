import { setTimeout as sleep } from "node:timers/promises";
import { createGatewayDirectory } from "#lib/app/gateways/gateway-directory.ts";
import { openVault } from "#lib/app/open-vault.ts";
import { loadSettings } from "#lib/app/settings/settings.ts";
import { systemClock } from "#lib/core/clock.ts";
import { toAppError } from "#lib/core/errors.ts";
import { openStore } from "#lib/db/connection/open-store.ts";
import { createPermitLedger } from "#lib/db/lockout/permits.ts";
import { listMerchantRows, type MerchantRow } from "#lib/db/merchants/merchants.ts";

// One of several processes over one database: CALLERS at once, each calling one merchant after another, until killed
// or, with ROUNDS, for this many calls each. Prints the outcomes of the calls once a second.
const settings = loadSettings();
const store = openStore({ url: settings.databaseUrl ?? "", connectionsMax: 12 });
const vault = await openVault(store, settings.vaultKeys);
const gateways = createGatewayDirectory({
  store,
  vault,
  clock: systemClock,
  permits: createPermitLedger({ db: store.db, vault }),
  allowedHosts: settings.gatewayHosts,
  onCall: () => {},
});
const callers = Number(process.env.CALLERS);
const rounds = Number(process.env.ROUNDS ?? Number.POSITIVE_INFINITY);
const pauseMaxMs = Number(process.env.PAUSE_MS);
const merchants = await listMerchantRows(store.db, "demo", 100);
let seen: Record<string, number> = {};

function printOutcomes(): void {
  process.stdout.write(`${JSON.stringify(seen)}\n`);
  seen = {};
}

async function call(merchant: MerchantRow): Promise<void> {
  const outcome = await gateways
    .forMerchant(merchant)
    .then((gateway) => gateway.listAccounts())
    .then(
      () => "ok",
      (thrown: unknown) => toAppError(thrown).code,
    );
  const key = `${merchant.slug} ${outcome}`;
  seen[key] = (seen[key] ?? 0) + 1;
}

const timer = setInterval(printOutcomes, 1_000);
await Promise.all(
  Array.from({ length: callers }, async (_, caller) => {
    for (let round = 0; round < rounds; round++) {
      const merchant = merchants[(caller + round) % merchants.length];
      if (merchant) await call(merchant);
      await sleep(Math.random() * pauseMaxMs);
    }
  }),
);
clearInterval(timer);
printOutcomes();
await store.close();
process.exit(0);
