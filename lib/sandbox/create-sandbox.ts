import type { Clock } from "../core/clock.ts";
import { toCertificatePem } from "./checkout/certificate.ts";
import { type CheckoutLink, createLink, findLink } from "./checkout/links.ts";
import type { NewOrder, Order } from "./checkout/orders.ts";
import { refundOrder } from "./checkout/refund-order.ts";
import { sendDueRollbacks } from "./checkout/rollback.ts";
import { type StoreAddresses, setStoreAddresses, storeKeys } from "./checkout/store-keys.ts";
import { unknownMembers, withLiveSettings } from "./control/live-settings.ts";
import { settleDuePayments } from "./epos/settle-payment.ts";
import { createLedger, type Ledger } from "./ledger/ledger.ts";
import { payWhenDue } from "./live-payments.ts";
import { serveSandboxRequest } from "./router.ts";
import { defaultSandboxSettings, type SandboxSettings } from "./settings.ts";
import type { SandboxStorage } from "./storage.ts";
import { deriveIdentity, type SandboxMerchant, shareRows, type World } from "./world.ts";

export type SandboxOptions = {
  /** All credentials and the control key come from it; at least 32 characters. */
  secret: string;
  storage: SandboxStorage;
  clock: Clock;
  /** {base_url} of this gateway, as clients reach it. */
  baseUrl: string;
  /** Ledger rows over all merchants before the epoch. */
  transactions: number;
  live: boolean;
  settings?: Partial<SandboxSettings>;
  fetch?: typeof fetch;
  log?: World["log"];
};

export type SandboxDescription = {
  baseUrl: string;
  controlKey: string;
  integration: World["integration"];
  merchants: {
    slug: string;
    name: string;
    clientId: string;
    clientSecret: string;
    sid: string;
    online: boolean;
    accounts: { accountNumber: string; currency: string; name: string }[];
    terminals: { terminalId: string; currency: string; name: string }[];
  }[];
};

export type NotifyKeys = { slug: string; sid: string; privateKeyPem: string; publicKeyPem: string; certificatePem: string };

/** A whole gateway (gateway-spec.md, public-record-gateway.md) as a fetch handler. */
export type Sandbox = {
  handle(request: Request): Promise<Response>;
  describe(): SandboxDescription;
  notifyKeys(): Promise<NotifyKeys[]>;
  setStore(slug: string, addresses: StoreAddresses): Promise<void>;
  /** An order of a merchant behind a single-use link, `{base_url}/pay/{token}`. */
  createLink(order: NewOrder): Promise<CheckoutLink>;
  /** What became of a link's order; undefined without such a link. */
  findLink(token: string): Promise<LinkState | undefined>;
  /** Gives a paid link's order back, once; false when there is nothing to give back. */
  refundLink(token: string): Promise<boolean>;
  /** What the control endpoint does, from within; throws when it refuses. */
  control(call: ControlCall): Promise<unknown>;
  /** As set now; the control endpoint may change it. */
  listingLagMs(): Promise<number>;
  /** Does what is due: payments end, rollbacks go out, and with `live` the next payment happens. */
  tick(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
  /** Puts it back to the beginning; keys, addresses and the epoch stay. */
  reset(): Promise<void>;
};

export type LinkState = Pick<Order, "slug" | "orderId" | "status" | "amountMinor" | "currency"> & {
  isOpen: boolean;
  expiresAt: number;
  /** Of its payment; null before. */
  trnref: string | null;
};

/** A method and name of control.ts, with its body. */
type ControlCall = { method: "GET" | "POST" | "DELETE"; name: string; body?: unknown };

const tickMs = 1_000;
const secretCharsMin = 32;
const keptKinds = ["store-keys", "store", "epoch"];

export function createSandbox(options: SandboxOptions): Sandbox {
  if (options.secret.length < secretCharsMin)
    throw new Error(`The sandbox's secret needs at least ${secretCharsMin} characters.`);
  const world = createWorld(options);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const tick = async () => {
    const current = await withLiveSettings(world);
    await settleDuePayments(current);
    await sendDueRollbacks(current);
    if (options.live) await payWhenDue(current);
  };
  return {
    handle: async (request) => serveSandboxRequest(world, request, tick),
    describe: () => describe(world),
    notifyKeys: () => Promise.all(world.merchants.map(({ profile }) => notifyKeysOf(world, profile))),
    setStore: (slug, addresses) => setStoreAddresses(world, slug, addresses),
    createLink: (order) => createLink(world, order),
    async findLink(token) {
      const link = await findLink(world, token);
      return link && toLinkState(link);
    },
    async refundLink(token) {
      const link = await findLink(world, token);
      return link !== undefined && refundOrder(world, link.order.id);
    },
    control: (call) => callControl(world, call, tick),
    listingLagMs: async () => (await withLiveSettings(world)).settings.listingLagMs,
    tick,
    start() {
      timer ??= setInterval(() => {
        running ??= tick()
          .catch((cause) => world.log.warn({ cause }, "The sandbox could not do what is due"))
          .finally(() => {
            running = undefined;
          });
      }, tickMs);
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await running;
    },
    reset: () => options.storage.clear(keptKinds),
  };
}

async function notifyKeysOf(world: World, { slug, sid }: SandboxMerchant["profile"]): Promise<NotifyKeys> {
  const keys = await storeKeys(world, slug);
  return { slug, sid, ...keys, certificatePem: toCertificatePem(keys) };
}

function toLinkState({ order, ...link }: { order: Order; isOpen: boolean; expiresAt: number }): LinkState {
  const { slug, orderId, status, amountMinor, currency, payment } = order;
  return { slug, orderId, status, amountMinor, currency, trnref: payment?.trnref ?? null, ...link };
}

async function callControl(world: World, { method, name, body }: ControlCall, tick: () => Promise<void>): Promise<unknown> {
  const request = new Request(`${world.baseUrl}/control/${name}`, {
    method,
    headers: { "x-control-key": world.controlKey, "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const answer = await serveSandboxRequest(world, request, tick);
  if (!answer.ok) throw new Error(`The sandbox refused ${method} ${name}: ${answer.status}.`);
  return answer.json();
}

function createWorld(options: SandboxOptions): World {
  const rows = shareRows(options.transactions);
  const ledgers = new Map<string, Promise<Ledger>>();
  const settings = { ...defaultSandboxSettings, ...options.settings };
  const now = () => options.clock.now();
  return {
    ...deriveIdentity(options.secret),
    storage: options.storage,
    settings,
    baseUrl: options.baseUrl,
    now,
    fetch: options.fetch ?? fetch,
    log: options.log ?? { warn: () => {} },
    unknown: unknownMembers(settings),
    ledgerOf(profile) {
      const known = ledgers.get(profile.slug);
      if (known) return known;
      const opened = findEpoch(options).then((epochMs) =>
        createLedger({ profile, rows: rows.get(profile.slug) ?? 0, epochMs, live: options.live, storage: options.storage, now }),
      );
      ledgers.set(profile.slug, opened);
      opened.catch(() => ledgers.delete(profile.slug));
      return opened;
    },
  };
}

/** When this sandbox began; the computed ledger ends there, or goes on from there. */
async function findEpoch({ storage, clock }: SandboxOptions): Promise<number> {
  await storage.insert({ kind: "epoch", key: "epoch", group: "", at: clock.now(), tag: "", value: null });
  return (await storage.find("epoch", "epoch"))?.at ?? clock.now();
}

function describe({ baseUrl, controlKey, integration, merchants }: World): SandboxDescription {
  return {
    baseUrl,
    controlKey,
    integration,
    merchants: merchants.map(({ profile, clientId, clientSecret }) => ({
      slug: profile.slug,
      name: profile.name,
      clientId,
      clientSecret,
      sid: profile.sid,
      online: profile.online,
      accounts: profile.accounts.map(({ accountNumber, currency, name }) => ({ accountNumber, currency, name })),
      terminals: profile.terminals.map(({ terminalId, currency, name }) => ({ terminalId, currency, name })),
    })),
  };
}
