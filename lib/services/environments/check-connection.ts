import type { Clock } from "#lib/core/clock.ts";
import { dayOf } from "#lib/core/days.ts";
import { toAppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import type { Database } from "#lib/db/connection/open-store.ts";
import { findMerchantRow } from "#lib/db/merchants/merchants.ts";
import type { MerchantGateway } from "#lib/gateway/types.ts";
import type { GatewayDirectory } from "../context.ts";

export type ConnectionCheck = { slug: string; works: boolean; words: string };

type Options = { db: Database; clock: Clock; gateways: GatewayDirectory };

/**
 * Signs each merchant in and reads its list once, one after the other and with a permit like any call: a refused pair is tried
 * once and blocks no other merchant (docs/lockout.md, rule 8).
 */
export async function* checkConnection(
  { db, clock, gateways }: Options,
  environment: Environment,
  slugs: readonly string[],
): AsyncGenerator<ConnectionCheck> {
  const { zone } = await gateways.environment(environment);
  const today = dayOf(new Date(clock.now()), zone);
  for (const slug of slugs) {
    const merchant = await findMerchantRow(db, environment, slug);
    if (!merchant) continue;
    yield { slug, ...(await tryMerchant(await gateways.forMerchant(merchant), today)) };
  }
}

async function tryMerchant(gateway: MerchantGateway, today: string): Promise<Omit<ConnectionCheck, "slug">> {
  try {
    await gateway.signIn();
    const [account] = await gateway.listAccounts();
    await gateway.readTransactions({ accountNumber: account?.accountNumber, from: today, to: today, page: 1 });
    return { works: true, words: "signed in, and the list answered." };
  } catch (thrown) {
    return { works: false, words: toAppError(thrown).message };
  }
}
