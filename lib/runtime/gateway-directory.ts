import type { Clock } from "../core/clock.ts";
import { AppError } from "../core/errors.ts";
import type { Environment } from "../core/identifiers.ts";
import { Secret } from "../core/secret.ts";
import {
  createGateway,
  defaultGatewayOptions,
  type Gateway,
  type GatewayCall,
  type GatewayOptions,
  type MerchantIdentity,
  type PermitLedger,
} from "../gateway/index.ts";
import type { GatewayDirectory } from "../services/context.ts";
import type { PaymentLimits } from "../services/payments/limits.ts";
import { openCredential } from "../store/credentials.ts";
import { type EnvironmentRow, findEnvironmentRow } from "../store/environments.ts";
import { findMerchantCredential, listMerchantRows, type MerchantRow } from "../store/merchants.ts";
import type { Store } from "../store/open-store.ts";
import type { Vault } from "../vault/vault.ts";
import { createCallLog } from "./call-log.ts";

const lookAgainMs = 1_000;

type Options = {
  store: Store;
  vault: Vault;
  permits: PermitLedger;
  clock: Clock;
  allowedHosts: readonly string[];
  onCall: (call: GatewayCall) => void;
  /** Other than the usual limits of payments, where an environment has them. */
  paymentLimits?: (id: Environment) => Promise<PaymentLimits | undefined>;
};

type Opened = { row: EnvironmentRow; gateway: Gateway; checkedAt: number };

/**
 * One gateway client for each environment, made anew when its connection changed; a change by another
 * process is seen within a second (contract.md: `npm run connect`). Merchants are opened by their own credentials.
 */
export function createGatewayDirectory(given: Options): GatewayDirectory {
  const calls = createCallLog(() => given.clock.now());
  const onCall = (call: GatewayCall) => {
    calls.add(call);
    given.onCall(call);
  };
  const options = { ...given, onCall };
  const { store, clock } = options;
  const opened = new Map<Environment, Opened>();
  let reloads = 0;

  async function open(id: Environment): Promise<Opened> {
    const known = opened.get(id);
    if (known && clock.monotonic() - known.checkedAt < lookAgainMs) return known;
    const reloadsBefore = reloads;
    const row = await findEnvironmentRow(store.db, id);
    if (!row) throw new AppError("not_connected");
    const current = opened.get(id);
    const unchanged = current?.row.updatedAt.getTime() === row.updatedAt.getTime() ? current : undefined;
    const checkedAt = reloads === reloadsBefore ? clock.monotonic() : Number.NEGATIVE_INFINITY;
    const next = { row, gateway: unchanged?.gateway ?? openGateway(id, row, options), checkedAt };
    opened.set(id, next);
    return next;
  }

  return {
    async environment(id) {
      const { row } = await open(id);
      const paymentLimits = await options.paymentLimits?.(id);
      return { id, baseUrl: row.baseUrl, zone: toGatewayOptions(row.options).zone, ...(paymentLimits ? { paymentLimits } : {}) };
    },
    async forMerchant(merchant) {
      const { gateway } = await open(merchant.environment as Environment);
      return gateway.forMerchant(await identityOf(merchant, options));
    },
    async integration(id) {
      return (await open(id)).gateway;
    },
    reload: (id) => {
      reloads++;
      const known = opened.get(id);
      if (known) opened.set(id, { ...known, checkedAt: Number.NEGATIVE_INFINITY });
    },
    recentCalls: (id, after) => calls.list(id, after),
    allowedHosts: options.allowedHosts,
  };
}

function openGateway(id: Environment, row: EnvironmentRow, options: Options): Gateway {
  const { clientId, clientSecret } = openCredential(options.vault, "environment", id, row);
  return createGateway({
    environment: {
      id,
      baseUrl: row.baseUrl,
      partnerId: row.partnerId,
      applicationId: row.applicationId,
      clientId,
      clientSecret: new Secret(clientSecret),
      options: toGatewayOptions(row.options),
    },
    permits: options.permits,
    allowedHosts: options.allowedHosts,
    clock: options.clock,
    onCall: options.onCall,
    listMerchants: async () => {
      const merchants = await listMerchantRows(options.store.db, id);
      return Promise.all(merchants.map((merchant) => identityOf(merchant, options)));
    },
  });
}

async function identityOf(merchant: MerchantRow, { store, vault }: Options): Promise<MerchantIdentity> {
  const sealed = await findMerchantCredential(store.db, merchant.id);
  if (!sealed) throw new AppError("not_found");
  const { clientId, clientSecret } = openCredential(vault, "merchant", merchant.id, sealed);
  return { id: merchant.id, slug: merchant.slug, clientId, clientSecret: new Secret(clientSecret) };
}

/** The stored options were validated when they were saved; what is not set follows the specification. */
function toGatewayOptions(stored: unknown): GatewayOptions {
  return { ...defaultGatewayOptions, ...(stored as Partial<GatewayOptions>) };
}
