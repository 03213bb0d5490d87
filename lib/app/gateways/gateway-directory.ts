import pLimit, { type LimitFunction } from "p-limit";
import type { Clock } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { Secret } from "#lib/core/secret.ts";
import { isDatabaseAway } from "#lib/db/connection/is-database-away.ts";
import type { Queryable, Store } from "#lib/db/connection/open-store.ts";
import { type EnvironmentRow, findEnvironmentRow } from "#lib/db/environments/environments.ts";
import { findProfileVersion, listProfileRows, type ProfileRow } from "#lib/db/environments/gateway-profile.ts";
import { listLatelyRead, retrySyncs } from "#lib/db/ledger-sync/ledger-sync.ts";
import { openCredential } from "#lib/db/lockout/credentials.ts";
import { createGateway } from "#lib/gateway/create-gateway.ts";
import { defaultGatewayOptions } from "#lib/gateway/default-options.ts";
import type { Gateway } from "#lib/gateway/gateway.ts";
import type { PermitLedger } from "#lib/gateway/permit.ts";
import { toOptions } from "#lib/gateway/profile/to-options.ts";
import type { GatewayCall, GatewayFact, GatewayOptions } from "#lib/gateway/types.ts";
import type { GatewayDirectory, PaymentLimits } from "#lib/services/context.ts";
import type { Log } from "#lib/services/log.ts";
import { answersInForce, findInForce } from "#lib/services/profile/in-force.ts";
import { isNews, recordFact } from "#lib/services/profile/record-fact.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { refuseCalls } from "./archived-gateway.ts";
import { createIdentities, type Identities } from "./merchant-identities.ts";

const lookAgainMs = 1_000;
/** How many merchants with recent successful sign-ins are remembered, to interrupt a run of failed ones. */
const runEndersMax = 10;

type Options = {
  store: Store;
  vault: Vault;
  permits: PermitLedger;
  clock: Clock;
  log?: Log;
  allowedHosts: readonly string[];
  ownHost?: string;
  onCall: (call: GatewayCall) => void;
  /** Payment limits of an environment that differ from the defaults. */
  paymentLimits?: (id: Environment) => Promise<PaymentLimits | undefined>;
};

type Opened = { row: EnvironmentRow; profile: Profile; gateway: Gateway; checkedAt: number };
/** The profile's current rows, and the stored version they come from. */
type Profile = { version: string; rows: readonly ProfileRow[] };

/**
 * One gateway client for each environment, created again when its connection changes; a change by another
 * process is seen within a second (`npm run connect` beside a running process). Merchants sign in with their own credentials.
 */
export function createGatewayDirectory(given: Options): GatewayDirectory {
  const identities = createIdentities(given);
  const options = { ...given, identities };
  const { store, clock } = options;
  const opened = new Map<Environment, Opened>();
  const opening = new Map<string, Promise<Opened>>();
  let reloads = 0;
  const noted = new Map<string, number>();
  const noting = pLimit(1);

  /** Concurrent calls share one client and its tokens, except one from before a reload. */
  async function open(id: Environment): Promise<Opened> {
    const known = opened.get(id);
    if (known && clock.monotonic() - known.checkedAt < lookAgainMs) return known;
    const key = `${id} ${reloads}`;
    const work = opening.get(key) ?? reopen(id).finally(() => opening.delete(key));
    opening.set(key, work);
    return work;
  }

  async function reopen(id: Environment): Promise<Opened> {
    const reloadsBefore = reloads;
    const row = await findEnvironmentRow(store.db, id);
    if (!row) throw new AppError("not_connected");
    const current = opened.get(id);
    const profile = await findProfile(store.db, id, current?.profile);
    const isSame = current?.row.updatedAt.getTime() === row.updatedAt.getTime() && current.profile === profile;
    const checkedAt = reloads === reloadsBefore ? clock.monotonic() : Number.NEGATIVE_INFINITY;
    const connection = { row, profile };
    const onFact = noteFacts(id, connection, { ...given, noted, limit: noting });
    const signIns = current?.gateway.signIns;
    const gateway = isSame ? current.gateway : openGateway(id, connection, { ...options, signIns, onFact });
    const next = { row, profile, gateway, checkedAt };
    opened.set(id, next);
    return next;
  }

  return {
    async environment(id) {
      const { row, profile, gateway } = await open(id).catch(orWhenAway(opened.get(id)));
      const paymentLimits = await options.paymentLimits?.(id);
      const { listing_lag: lag } = answersInForce(profile.rows);
      const listingLagMs = typeof lag === "number" ? lag * 1_000 : undefined;
      const view = { ...gateway.environment, baseUrl: row.baseUrl, listingLagMs };
      return paymentLimits ? { ...view, paymentLimits } : view;
    },
    async forMerchant(merchant, pace, subject) {
      const { environment, id, archivedAt } = merchant;
      const { gateway } = await open(environment as Environment);
      const client = gateway.forMerchant(await identities.find(merchant), pace, subject);
      return retrying(archivedAt ? refuseCalls(client) : client, () => retrySyncs(store.db, environment, id));
    },
    async integration(id) {
      return retrying((await open(id)).gateway, () => retrySyncs(store.db, id));
    },
    reload: (id) => {
      reloads++;
      const known = opened.get(id);
      if (known) opened.set(id, { ...known, checkedAt: Number.NEGATIVE_INFINITY });
    },
    allowedHosts: options.allowedHosts,
    ownHost: options.ownHost,
  };
}

/** Every page needs the environment's time zone, so a busy connection pool must not make a page fail. */
function orWhenAway(known: Opened | undefined): (cause: unknown) => Opened {
  return (cause) => {
    if (known && isDatabaseAway(cause)) return known;
    throw cause;
  };
}

/** After a staff member has fixed a refused sign-in, background sync retries. */
function retrying<Client extends Pick<Gateway, "tryOnceMore" | "counterWasReset">>(
  client: Client,
  retry: () => Promise<void>,
): Client {
  return {
    ...client,
    tryOnceMore: async (mode) => {
      const act = await client.tryOnceMore(mode);
      if (act.outcome === "signed_in") await retry();
      return act;
    },
    counterWasReset: async () => {
      await client.counterWasReset();
      await retry();
    },
  };
}

async function findProfile(db: Queryable, id: Environment, known: Profile | undefined): Promise<Profile> {
  const version = await findProfileVersion(db, id);
  return known?.version === version ? known : { version, rows: await listProfileRows(db, id) };
}

/** The same fact is stored at most once in this time: a gateway shows it again with each merchant. */
const notedAgainMs = 60_000;
const notedMax = 10_000;

/** Stores facts that the gateway's responses show, after the call that showed them. */
function noteFacts(
  environment: Environment,
  { row, profile: { rows } }: Connection,
  noting: Noting,
): (fact: GatewayFact) => void {
  const { store, clock, log, noted, limit } = noting;
  return (fact) => {
    if (!isNews(rows, fact)) return;
    // The same contradiction from several merchants is stored once.
    const isSet = findInForce(rows, fact.question, fact.merchantId).source === "set";
    const key = JSON.stringify([environment, isSet ? "" : fact.merchantId, fact.question, fact.answer, fact.isHint]);
    const before = noted.get(key);
    if (before !== undefined && clock.monotonic() - before < notedAgainMs) return;
    if (noted.size > notedMax) noted.clear();
    noted.set(key, clock.monotonic());
    limit(() => recordFact(store.db, { environment, baseUrl: row.baseUrl, fact, at: new Date(clock.now()) })).catch((cause) =>
      log?.warn({ cause, environment, question: fact.question }, "What the gateway showed could not be stored"),
    );
  };
}

type Noting = Options & { noted: Map<string, number>; limit: LimitFunction };
type Connection = { row: EnvironmentRow; profile: Profile };
type OpenOptions = Options & {
  onFact: (fact: GatewayFact) => void;
  identities: Identities;
  signIns: Gateway["signIns"] | undefined;
};

function openGateway(id: Environment, { row, profile: { rows } }: Connection, options: OpenOptions): Gateway {
  const shared = rows.filter(({ merchant }) => merchant === "");
  const own = Map.groupBy(rows, ({ merchant }) => merchant);
  const { clientId, clientSecret } = openCredential(options.vault, "environment", id, row);
  return createGateway({
    environment: {
      id,
      baseUrl: row.baseUrl,
      partnerId: row.partnerId,
      applicationId: row.applicationId,
      clientId,
      clientSecret: new Secret(clientSecret),
      options: { ...defaultGatewayOptions, ...toOptions(answersInForce(shared)), ...(row.options as Partial<GatewayOptions>) },
    },
    merchantOptions: (merchantId) => {
      const differing = own.get(merchantId);
      return differing && toOptions(answersInForce([...shared, ...differing], merchantId));
    },
    onFact: options.onFact,
    permits: options.permits,
    signIns: options.signIns,
    allowedHosts: options.allowedHosts,
    clock: options.clock,
    onCall: options.onCall,
    listRunEnders: async () => {
      const merchants = await listLatelyRead(options.store.db, { environment: id, limit: runEndersMax });
      return Promise.all(merchants.map((merchant) => options.identities.find(merchant)));
    },
  });
}
