import { createGatewayDirectory } from "#lib/app/gateways/gateway-directory.ts";
import { createLog } from "#lib/app/metrics/log.ts";
import { createMetrics } from "#lib/app/metrics/metrics.ts";
import { openJournal } from "#lib/app/notify/journal.ts";
import { systemClock } from "#lib/core/clock.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { createPermitLedger } from "#lib/db/lockout/permits.ts";
import { checkConnection } from "#lib/services/environments/check-connection.ts";
import { connectEnvironment } from "#lib/services/environments/connect-environment.ts";
import { say } from "./say.ts";
import { type Fixture, withApp } from "./with-app.ts";

const by = "npm run connect";
const progressEvery = 1_000;

type Wanted = { environment: Environment; check: boolean };

/** Connects what the file describes, tests the merchants on request, and returns the command's exit code. */
export function connectContent(content: unknown, request: Wanted): Promise<number> {
  return withApp(by, (app) => connect(app, request, content));
}

async function connect({ settings, store, vault }: Fixture, { environment, check }: Wanted, content: unknown): Promise<number> {
  const options = {
    db: store.db,
    vault,
    clock: systemClock,
    allowedHosts: settings.gatewayHosts,
    ownHost: new URL(settings.publicOrigin).host,
    by,
    onSaved: (done: number) => {
      if (done % progressEvery === 0) say(`${done} merchants written.`);
    },
  };
  const { integration, merchants, warnings } = await connectEnvironment(options, environment, content);
  for (const warning of warnings) say(`Note: ${warning}`);
  const { added, changed, unchanged } = merchants;
  say(`${environment}: the connection was ${integration}.`);
  say(`Merchants: ${added.length} added, ${changed.length} changed, ${unchanged.length} unchanged.`);
  return check ? tryMerchants({ settings, store, vault }, environment, [...added, ...changed, ...unchanged]) : 0;
}

async function tryMerchants({ settings, store, vault }: Fixture, environment: Environment, slugs: string[]): Promise<number> {
  const journal = openJournal(settings, { vault, log: createLog({ level: "error" }), metrics: createMetrics() });
  const permits = createPermitLedger({ db: store.db, vault, journal: journal?.guards });
  const gateways = createGatewayDirectory({
    store,
    vault,
    clock: systemClock,
    permits,
    allowedHosts: settings.gatewayHosts,
    onCall: () => {},
  });
  let failed = 0;
  for await (const { slug, works, words } of checkConnection(
    { db: store.db, clock: systemClock, gateways },
    environment,
    slugs,
  )) {
    if (!works) failed += 1;
    say(`${slug}: ${words}`);
  }
  await permits.close();
  await journal?.close();
  say(`${slugs.length - failed} of ${slugs.length} merchants answered.`);
  return failed === 0 ? 0 : 1;
}
