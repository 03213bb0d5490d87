import type { Clock } from "#lib/core/clock.ts";
import { toCertificatePem } from "./checkout/certificate.ts";
import { type CheckoutLink, createLink, findLink } from "./checkout/links.ts";
import type { NewOrder, Order } from "./checkout/orders.ts";
import { bookRefund, refundOrder } from "./checkout/refund-order.ts";
import { sendDueRollbacks } from "./checkout/rollback.ts";
import { keyOwner, readKeyPairs, type StoreAddresses, setStoreAddresses, setStores } from "./checkout/store-keys.ts";
import { unknownMembers, withLiveSettings } from "./control/live-settings.ts";
import { type TakenFault, takeReceiverFault } from "./control/receiver-faults.ts";
import { bookDueDebits } from "./epos/planned-debit.ts";
import { bookReversal, settleDuePayments } from "./epos/settle-payment.ts";
import { type History, openHistory } from "./history/history.ts";
import type { ReferenceOf } from "./history/past-payments.ts";
import { payWhenDue } from "./live-payments.ts";
import { findProfile, listProfiles, merchantProfiles } from "./merchants.ts";
import { type OpenLedgers, openLedgers } from "./open-ledgers.ts";
import { type KeptFrom, removeOld } from "./remove-old.ts";
import { serveSandboxRequest } from "./router.ts";
import { defaultSandboxSettings, type SandboxSettings } from "./settings.ts";
import type { SandboxStorage } from "./storage.ts";
import { deriveIdentity, type OriginalOf, type World } from "./world.ts";

export type SandboxOptions = {
  /** All credentials and the control key are derived from it; at least 32 characters. */
  secret: string;
  storage: SandboxStorage;
  clock: Clock;
  /** {base_url} of this gateway, as clients reach it. */
  baseUrl: string;
  /** Ledger rows over all merchants before the epoch. */
  transactions: number;
  /** 1 to 10,000; the ten described ones without it. */
  merchants?: number;
  live: boolean;
  settings?: Partial<SandboxSettings>;
  fetch?: typeof fetch;
  log?: World["log"];
  originalOf?: OriginalOf;
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

/** Merchants by number, both included; those beyond the sandbox's number are left out. */
export type NumberRange = { from: number; to: number };

export type NotifyKeys = { slug: string; sid: string; privateKeyPem: string; publicKeyPem: string; certificatePem: string };

/** A whole gateway (docs/gateway.md) as a fetch handler. */
export type Sandbox = {
  handle(request: Request): Promise<Response>;
  /** Describes the gateway with all or some merchants. */
  describe(some?: NumberRange): SandboxDescription;
  notifyKeys(some?: NumberRange): Promise<NotifyKeys[]>;
  setStore(slug: string, addresses: StoreAddresses): Promise<void>;
  /** The addresses of many merchants by slug, in few statements; unchanged ones are not written. */
  setStores(addresses: ReadonlyMap<string, StoreAddresses>): Promise<void>;
  /** The currencies in which a merchant can be paid; undefined for an unknown one. */
  currenciesOf(slug: string): string[] | undefined;
  /** An order of a merchant behind a single-use link, `{base_url}/pay/{token}`. */
  createLink(order: NewOrder): Promise<CheckoutLink>;
  /** The state of a link's order; undefined for an unknown link. */
  findLink(token: string): Promise<LinkState | undefined>;
  /** Refunds a paid link's order, once; false when there is nothing to refund. */
  refundLink(token: string): Promise<boolean>;
  /** What happened before the sandbox was started; the first call of its `begin` decides when that was. */
  history(referenceOf: ReferenceOf): History;
  /** Calls the control endpoint without HTTP; throws when it refuses. */
  control(call: ControlCall): Promise<unknown>;
  /** What the app's URL_Notify is to do to a notification of this merchant on purpose; it counts as one. */
  takeReceiverFault(slug: string): Promise<TakenFault | undefined>;
  /** The current setting; the control endpoint may change it. */
  listingLagMs(): Promise<number>;
  /** Processes due work: completes payments, books what a crash left, sends rollbacks, and with `live` creates the next payment. */
  tick(): Promise<void>;
  /** Removes orders that nobody paid for a week, and what is older than this. */
  removeOld(keptFrom: KeptFrom): Promise<void>;
  start(): void;
  stop(): Promise<void>;
  /** Restores the initial state; keys, addresses and the epoch stay. */
  reset(): Promise<void>;
};

export type LinkState = Pick<Order, "slug" | "orderId" | "status" | "amountMinor" | "currency"> & {
  isOpen: boolean;
  expiresAt: number;
  /** The payment's IPC_Trnref; null before it is paid. */
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
  const ledgers = openLedgersOf(options);
  const world = createWorld(options, ledgers);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const tick = async () => {
    const current = await withLiveSettings(world);
    await settleDuePayments(current);
    await bookDueDebits(current, "reversal-debit", (id) => bookReversal(current, id));
    await bookDueDebits(current, "refund-debit", (id) => bookRefund(current, id));
    await sendDueRollbacks(current);
    if (options.live) await payWhenDue(current);
  };
  return {
    handle: async (request) => serveSandboxRequest(world, request, tick),
    describe: (some) => describe(world, some),
    notifyKeys: (some) => listNotifyKeys(world, some),
    setStore: (slug, addresses) => setStoreAddresses(world, slug, addresses),
    setStores: (addresses) => setStores(world, addresses),
    currenciesOf(slug) {
      const currencies = findProfile(slug)?.accounts.map(({ currency }) => currency);
      return currencies && [...new Set(currencies)];
    },
    createLink: (order) => createLink(world, order),
    async findLink(token) {
      const link = await findLink(world, token);
      return link && toLinkState(link);
    },
    async refundLink(token) {
      const link = await findLink(world, token);
      return link !== undefined && refundOrder(world, link.order.id);
    },
    history: (referenceOf) => openHistory(world, referenceOf),
    control: (call) => callControl(world, call, tick),
    takeReceiverFault: (slug) => takeReceiverFault(world, slug),
    listingLagMs: async () => (await withLiveSettings(world)).settings.listingLagMs,
    tick,
    removeOld: (keptFrom) => removeOld(world, keptFrom),
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
    async reset() {
      await options.storage.clear(keptKinds);
      ledgers.forget();
    },
  };
}

/** Creates one certificate for each key pair: merchants beyond the described ones share them. */
async function listNotifyKeys(world: World, some?: NumberRange): Promise<NotifyKeys[]> {
  const profiles = listSome(world, some);
  const owners = new Set(profiles.map(keyOwner));
  const pairs = [...(await readKeyPairs(world))].filter(([owner]) => owners.has(owner));
  const keys = new Map(pairs.map(([owner, pair]) => [owner, { ...pair, certificatePem: toCertificatePem(pair) }]));
  return profiles.flatMap((profile) => {
    const own = keys.get(keyOwner(profile));
    return own ? [{ slug: profile.slug, sid: profile.sid, ...own }] : [];
  });
}

function listSome({ merchantCount }: World, { from, to }: NumberRange = { from: 1, to: merchantCount }) {
  return [...listProfiles(Math.min(to, merchantCount), from)];
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

function openLedgersOf({ storage, transactions, live, clock, merchants = merchantProfiles.length }: SandboxOptions): OpenLedgers {
  return openLedgers({ storage, transactions, live, merchantCount: merchants, now: () => clock.now() });
}

function createWorld(options: SandboxOptions, ledgers: OpenLedgers): World {
  const settings = { ...defaultSandboxSettings, ...options.settings };
  return {
    ...deriveIdentity(options.secret),
    merchantCount: options.merchants ?? merchantProfiles.length,
    storage: options.storage,
    settings,
    baseUrl: options.baseUrl,
    now: () => options.clock.now(),
    fetch: options.fetch ?? fetch,
    log: options.log ?? { warn: () => {} },
    unknown: unknownMembers(settings),
    ledgerOf: (profile) => ledgers.of(profile),
    originalOf: options.originalOf ?? (async () => undefined),
  };
}

function describe(world: World, some?: NumberRange): SandboxDescription {
  const { baseUrl, controlKey, integration, credentialsOf } = world;
  return {
    baseUrl,
    controlKey,
    integration,
    merchants: listSome(world, some)
      .map(credentialsOf)
      .map(({ profile, clientId, clientSecret }) => ({
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
