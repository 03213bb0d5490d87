import { systemClock } from "#lib/core/clock.ts";
import { readBacklog, readSchemaMs } from "#lib/db/backlog/read-backlog.ts";
import { findLastBackup } from "#lib/db/backup/last-backup.ts";
import { readStandbyState } from "#lib/db/connection/standby-state.ts";
import { shortLimits, withClient } from "#lib/db/connection/with-client.ts";
import { countProblems } from "#lib/db/deliveries/delivery-problems.ts";
import { deleteEnvironment } from "#lib/db/environments/delete-environment.ts";
import { readLiveLagSeconds } from "#lib/db/events/events.ts";
import { createPermitLedger } from "#lib/db/lockout/permits.ts";
import { deleteSignIns } from "#lib/db/staff/delete-sign-ins.ts";
import type { PaymentLimits } from "#lib/services/context.ts";
import { createSignInProvider } from "#lib/services/session/sign-in-provider.ts";
import { createSandboxLink } from "#lib/services/staff/create-sandbox-link.ts";
import { inviteFirstAdmin } from "#lib/services/staff/invite-first-admin.ts";
import { createAlertSenders } from "./alerts/alert-senders.ts";
import { createLiveHub, type LiveHub } from "./events/event-stream.ts";
import { createCallRecorder } from "./gateways/call-recorder.ts";
import { createGatewayDirectory } from "./gateways/gateway-directory.ts";
import { sharePermits } from "./gateways/share-permits.ts";
import { createBackgroundJobs } from "./jobs/background-jobs.ts";
import { createBackground } from "./jobs/job-queue.ts";
import { repeatWork, type Worker } from "./jobs/repeat-work.ts";
import { waitUntilIdle } from "./jobs/wait-until-idle.ts";
import { createLog, thisWriter } from "./metrics/log.ts";
import { createMetrics, type Metrics } from "./metrics/metrics.ts";
import { readBuild } from "./metrics/read-build.ts";
import { createForwarding } from "./notify/forwarding.ts";
import { type AppJournal, openJournal } from "./notify/journal.ts";
import { createNotifyHandler } from "./notify/notify-handler.ts";
import { openSandbox } from "./open-sandbox.ts";
import { createProbes } from "./probes.ts";
import type { Runtime, WrapRecord } from "./runtime.ts";
import { prepareHistory } from "./seed-history.ts";
import { seedSandbox } from "./seed-sandbox.ts";
import { sandboxPaymentLimits } from "./settings/payment-limits.ts";
import { isOnThisMachineOnly } from "./settings/setting-values.ts";
import type { Settings } from "./settings/settings.ts";
import { openPreparedStore, startWhenThere } from "./stores/open-prepared-store.ts";
import { openStores, type Stores } from "./stores/open-stores.ts";
import type { Sending } from "./telemetry/otlp.ts";
import { startTelemetry } from "./telemetry/start-telemetry.ts";

type RuntimeOptions = {
  databaseUrl: string;
  wrapRecord?: WrapRecord | undefined;
  /** Overrides the limits in every environment, for tests. */
  paymentLimits?: PaymentLimits | undefined;
};

/**
 * Creates everything that lives as long as the process: opens and migrates the database, then its vault. Throws when the
 * vault's keys do not match the database, or when the database is away and this machine never used it. No background work runs
 * before `begin`.
 */
export async function createRuntime(settings: Settings, { databaseUrl, ...options }: RuntimeOptions): Promise<Runtime> {
  const log = createLog({ level: settings.logLevel, writer: thisWriter() });
  const telemetry = await startTelemetry(log);
  const stores = openStores({ databaseUrl, directUrl: settings.databaseDirectUrl, connections: settings.databasePool });
  const prepared = await openPreparedStore({ store: stores.people, settings, log }).catch(async (cause) => {
    await Promise.all([stores.close(), telemetry.stop()]);
    throw cause;
  });
  return assemble({ settings, log, stores, telemetry, ...prepared, ...options });
}

type Parts = Pick<Runtime, "settings" | "log" | "vault" | "storeOpened"> & {
  stores: Stores;
  telemetry: Sending;
} & Omit<RuntimeOptions, "databaseUrl">;

function assemble({ settings, log, stores, vault, storeOpened, wrapRecord, paymentLimits, telemetry }: Parts): Runtime {
  const { people: store, background } = stores;
  const clock = systemClock;
  const metrics = createMetrics();
  const live = createLiveHub({ store, log });
  const sandbox = settings.sandbox ? openSandbox({ settings, store: background, vault, log }) : undefined;
  const journal = openJournal(settings, { vault, log, metrics });
  const { permits, gateways, calls } = openGateways({ settings, log, stores, vault, metrics, sandbox, journal, paymentLimits });
  const forwarding = createForwarding({ store: background, vault, clock, log, metrics, settings });
  const { notifyPool: connectionsMax, dataDir, spoolBytesMax } = settings;
  const received = { databaseUrl: store.url, connectionsMax, dataDir, spoolBytesMax, wrapRecord };
  const ports = { forwarding: forwarding.receiverPorts, journal: journal?.deliveries, sandbox, vault, clock, log, metrics };
  const notify = createNotifyHandler({ ...received, ...ports });
  watchDatabase(metrics, stores, live);
  const alertSenders = createAlertSenders({ settings, forwarding });
  const work = createWork({ settings, log, metrics, stores, vault, gateways, live, sandbox, forwarding, alertSenders });
  let seeding: Worker | undefined;
  let isPrepared = false;
  let isStarted = false;
  let isClosed = false;
  const runtime: Runtime = {
    settings,
    store,
    lists: stores.lists,
    vault,
    clock,
    log,
    gateways,
    notify,
    forwarding,
    alertSenders,
    sandbox,
    live,
    metrics,
    signIn: [],
    firstAdminLink: undefined,
    sandboxLink: undefined,
    storeOpened,
    signInProvider: settings.oidc && createSignInProvider(settings.oidc, settings.publicOrigin),
    async prepare() {
      seeding = await prepareRuntime(runtime, background);
      isPrepared = true;
    },
    async start() {
      await work.start();
      notify.start();
      journal?.start();
      seeding?.start();
      isStarted = true;
    },
    async begin() {
      const start = () => (isPrepared ? runtime.start() : runtime.prepare().then(runtime.start));
      await startWhenThere({ storeOpened, start, isClosed: () => isClosed, log });
    },
    probes: createProbes({ notify, databaseUrl: store.url, clock, isPrepared: () => isStarted }),
    resetSandbox: () => resetSandbox(store, sandbox),
    closeStreams: () => live.closeStreams(),
    async close() {
      isClosed = true;
      await Promise.all([seeding?.stop(), work.stop(), permits.close()]);
      await Promise.all([notify.close(), runtime.probes.close()]);
      await Promise.all([live.close(), journal?.close(), calls.close()]);
      await Promise.all([stores.close(), telemetry.stop()]);
    },
  };
  return runtime;
}

async function resetSandbox({ db }: Runtime["store"], sandbox: Runtime["sandbox"]): Promise<void> {
  await sandbox?.reset();
  await deleteEnvironment(db, "sandbox");
  await deleteSignIns(db, "sandbox");
}

type WorkParts = Pick<Parts, "settings" | "log" | "stores" | "vault"> &
  Pick<Runtime, "metrics" | "gateways" | "live" | "sandbox" | "forwarding" | "alertSenders">;

function createWork({ settings, log, metrics, stores, vault, gateways, live, sandbox, forwarding, alertSenders }: WorkParts) {
  const { publicOrigin } = settings;
  const parts = {
    db: stores.background.db,
    vault,
    clock: systemClock,
    log,
    gateways,
    publicOrigin,
    senders: alertSenders,
    sandbox,
  };
  const jobs = createBackgroundJobs(parts, settings);
  return createBackground({ store: stores.jobs, log, metrics, live, sandbox, forwarding, ...jobs });
}

function watchDatabase(metrics: Metrics, stores: Stores, live: LiveHub): void {
  const { db } = stores.background;
  const { pool, directUrl } = stores.people;
  for (const name of ["people", "lists", "background", "gateways", "jobs"] as const) metrics.watchPool(name, stores[name].pool);
  metrics.watchSetAside(() => countProblems(db));
  metrics.watchBacklog({
    backlog: () => readBacklog(db),
    eventLagSeconds: () => readLiveLagSeconds(db, live.position()),
    schemaMs: () => readSchemaMs(db),
    lastBackup: () => findLastBackup(db),
    standby: () => withClient({ ...pool.options, ...shortLimits, connectionString: directUrl }, readStandbyState),
  });
  metrics.showBuild(readBuild());
}

type GatewayParts = Pick<Parts, "settings" | "log" | "stores" | "vault" | "paymentLimits"> &
  Pick<Runtime, "metrics" | "sandbox"> & {
    journal: AppJournal | undefined;
  };

function openGateways({ settings, log, stores, vault, metrics, sandbox, journal, paymentLimits }: GatewayParts) {
  const permits = createPermitLedger({
    db: stores.gateways.db,
    vault,
    journal: journal?.guards,
    onKept: (cause) => log.error({ cause }, "The outcome of a sign-in could not be stored yet: its integration waits for it"),
  });
  const calls = createCallRecorder({ db: stores.background.db, log, onDropped: metrics.recordDroppedCalls });
  const ownHost = new URL(settings.publicOrigin).host;
  const gateways = createGatewayDirectory({
    store: stores.gateways,
    vault,
    clock: systemClock,
    log,
    permits: sharePermits(permits, stores.gateways.pool.options.max ?? 1),
    allowedHosts: [...settings.gatewayHosts, ...(settings.sandbox ? [ownHost] : [])],
    ownHost,
    onCall: (call) => {
      metrics.recordGatewayCall(call);
      calls.add(call);
    },
    paymentLimits: paymentLimits ? async () => paymentLimits : sandboxPaymentLimits(sandbox),
  });
  return { permits, gateways, calls };
}

/** Makes the links and accounts of a first start; returns the work that adds the sandbox's further merchants. */
async function prepareRuntime(runtime: Runtime, background: Stores["background"]): Promise<Worker | undefined> {
  const { settings, store, vault, clock, log, sandbox } = runtime;
  const links = { db: store.db, vault, clock, publicOrigin: settings.publicOrigin };
  runtime.firstAdminLink = await inviteFirstAdmin(links);
  if (!sandbox) return undefined;
  const { signIn, seedNext } = await seedSandbox({ settings, store: background, vault, sandbox });
  runtime.signIn = signIn;
  const email = isOnThisMachineOnly(settings) ? signIn.find(({ role }) => role === "admin")?.email : undefined;
  runtime.sandboxLink = await createSandboxLink({ ...links, email });
  const staff = signIn.find(({ role }) => role === "support")?.email;
  const history = settings.sandboxHistory ? await prepareHistory({ store: background, vault, clock, sandbox, staff }) : undefined;
  const onError = (cause: unknown) => log.warn({ cause }, "The sandbox's next merchants or its history could not be added");
  const work = async () => (await history?.seedNext()) || seedNext();
  return repeatWork({ work, lanes: 1, onError, waitUntilIdle });
}
