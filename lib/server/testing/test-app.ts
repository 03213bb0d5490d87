import { randomBytes } from "node:crypto";
import { createAlertSenders } from "#lib/app/alerts/alert-senders.ts";
import { createLiveHub } from "#lib/app/events/event-stream.ts";
import { createLog } from "#lib/app/metrics/log.ts";
import { createMetrics } from "#lib/app/metrics/metrics.ts";
import { createForwarding } from "#lib/app/notify/forwarding.ts";
import { type Runtime, runtimeKey } from "#lib/app/runtime.ts";
import type { Role } from "#lib/contract/role.ts";
import { systemClock } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { saveMerchant } from "#lib/db/lockout/credentials.ts";
import { staff } from "#lib/db/schema/staff.ts";
import { storeName } from "#lib/db/staff/person-names.ts";
import { createStaffSession } from "#lib/db/staff/staff-sessions.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { hashPassword } from "#lib/services/session/password.ts";
import { createSessionId, hashSessionId } from "#lib/services/session/session-id.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault, type Vault } from "#lib/vault/vault.ts";
import { sealSessionCookie } from "../session.ts";
import { callRoute, type RouteCall } from "./call-route.ts";

export const testOrigin = "http://localhost:3000";

export type TestPerson = { id: string; email: string; password: string; cookie: string; sessionIdHash: string };

/** The app for route tests: a real database, vault and event stream, and gateways that are not connected. */
export type TestApp = {
  store: TestStore;
  vault: Vault;
  runtime: Runtime;
  lines: string[];
  addPerson(person?: NewPerson): Promise<TestPerson>;
  addMerchant(slug: string, environment?: string): Promise<string>;
  call(call: RouteCall): Promise<Response>;
  close(): Promise<void>;
};

export async function openTestApp(options: Partial<Pick<Runtime, "settings" | "gateways">> = {}): Promise<TestApp> {
  const store = await createTestStore();
  const vault = createVault({ wrappers: [createLocalWrapper({ id: "k1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
  const lines: string[] = [];
  const runtime = createTestRuntime({ store, vault, lines, ...options });
  Object.assign(globalThis, { [runtimeKey]: Promise.resolve(runtime) });
  return {
    store,
    vault,
    runtime,
    lines,
    addPerson: (person) => addPerson(runtime, person),
    addMerchant: async (slug, environment = "sandbox") => {
      const credential = { clientId: `cli_${slug}`, clientSecret: `sec_${slug}` };
      const saved = await saveMerchant(store.db, vault, { environment, slug, name: slug, sid: null, by: "test", ...credential });
      return saved.id;
    },
    call: callRoute,
    close: async () => {
      await runtime.live.close();
      await store.drop();
    },
  };
}

type Parts = { store: TestStore; vault: Vault; lines: string[] } & Partial<Pick<Runtime, "settings" | "gateways">>;

function createTestRuntime({ store, vault, lines, settings = testSettings(), gateways = notConnected }: Parts): Runtime {
  const log = createLog({ destination: { write: (line) => void lines.push(line) } });
  const forwarding = createForwarding({ store, vault, clock: systemClock, log, settings });
  return {
    settings,
    store,
    lists: store,
    vault,
    clock: systemClock,
    log,
    gateways,
    forwarding,
    alertSenders: createAlertSenders({ settings, forwarding }),
    notify: {
      handleNode: async () => {},
      isReady: async () => true,
      isLoaded: () => true,
      prime: () => {},
      spoolSize: () => ({ bytes: 0, setAside: 0 }),
      handleFetch: async () => new Response("Not Found", { status: 404 }),
      start: () => {},
      close: async () => {},
    },
    sandbox: undefined,
    live: createLiveHub({ store, log, pollMs: 100, sessionCheckMs: 50 }),
    metrics: createMetrics(),
    signIn: [],
    firstAdminLink: undefined,
    sandboxLink: undefined,
    signInProvider: undefined,
    prepare: async () => {},
    storeOpened: undefined,
    begin: async () => {},
    start: async () => {},
    probes: {
      isReady: async () => true,
      hasStarted: () => true,
      isDraining: () => false,
      startDraining: () => {},
      close: async () => {},
    },
    resetSandbox: async () => {},
    closeStreams: () => {},
    close: async () => {},
  };
}

export function testSettings(): Runtime["settings"] {
  return {
    port: 3000,
    host: "127.0.0.1",
    publicOrigin: testOrigin,
    isLocalOrigin: true,
    databaseUrl: undefined,
    databasePool: 24,
    notifyPool: 6,
    migrate: "auto",
    dataDir: "/nowhere",
    walArchiveDir: undefined,
    spoolBytesMax: 1_048_576,
    journalDir: undefined,
    journalHours: 24,
    drainSeconds: 0,
    sessionKeys: [{ id: "k1", secret: randomBytes(32).toString("hex") }],
    vaultKeys: [],
    hasGeneratedKeys: false,
    gatewayHosts: [],
    forwardHosts: [],
    sync: { callsPerSecond: 10, concurrency: 6 },
    logLevel: "info",
    sandbox: false,
    sandboxTransactions: 0,
    sandboxMerchants: 10,
    sandboxLive: false,
    sandboxHistory: false,
  };
}

const refuse = async () => {
  throw new AppError("not_connected");
};
const notConnected: Runtime["gateways"] = {
  environment: refuse,
  forMerchant: refuse,
  integration: refuse,
  reload: () => {},
  allowedHosts: [],
};

type NewPerson = { role?: Role; merchants?: string[]; seeded?: boolean; permissions?: string[]; hasSecondFactor?: boolean };

async function addPerson(runtime: Runtime, person: NewPerson = {}) {
  const { role = "viewer", merchants, seeded, permissions, hasSecondFactor = false } = person;
  const { db } = runtime.store;
  const email = `${role}-${randomBytes(4).toString("hex")}@counterfoil.example`;
  const password = randomBytes(12).toString("hex");
  const passwordHash = await hashPassword(password);
  const [row] = await db
    .insert(staff)
    .values({
      email: await storeName(db, runtime.vault, email),
      passwordHash,
      role,
      merchants: merchants ?? null,
      seeded: seeded ?? false,
      permissions: permissions ?? [],
    })
    .returning({ id: staff.id });
  if (!row) throw new Error("The person was not stored.");
  const sessionId = createSessionId();
  const sessionIdHash = hashSessionId(sessionId);
  await createStaffSession(db, {
    idHash: sessionIdHash,
    staffId: row.id,
    lifetimeMs: 3_600_000,
    userAgent: "test",
    peer: null,
    hasSecondFactor,
  });
  const cookie = (await sealSessionCookie(runtime, sessionId)).split(";")[0] ?? "";
  return { id: row.id, email, password, cookie, sessionIdHash };
}
