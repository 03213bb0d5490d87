import { AppError, toAppError } from "#lib/core/errors.ts";
import { withTimeout } from "#lib/core/with-timeout.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import type { LookupResult } from "#lib/gateway/records.ts";
import type { CallPace } from "#lib/gateway/types.ts";
import type { ServiceContext } from "../context.ts";

/** The gateway's results for one merchant; `problem` when it could not be queried at all, or not in time. */
export type MerchantSearch = { merchant: MerchantRow; results: LookupResult[]; problem?: AppError };

type Search = { references: readonly string[]; deadlineMs: number; signal?: AbortSignal; pace?: CallPace };

/** Queries one merchant's gateway for references within a deadline and until `signal`; never throws. */
export async function searchMerchant(
  { gateways }: Pick<ServiceContext, "gateways">,
  merchant: MerchantRow,
  { references, deadlineMs, signal, pace }: Search,
): Promise<MerchantSearch> {
  if (references.length === 0) return { merchant, results: [] };
  const stop = new AbortController();
  const stopped = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const search = async () => (await gateways.forMerchant(merchant, pace)).lookupReferences(references, { signal: stopped });
  const outcome = await withTimeout(Math.max(1, deadlineMs), search());
  if (outcome.state === "done") return { merchant, results: outcome.value };
  stop.abort();
  const problem = outcome.state === "failed" ? toAppError(outcome.cause) : new AppError("gateway_timeout");
  return { merchant, results: [], problem };
}
