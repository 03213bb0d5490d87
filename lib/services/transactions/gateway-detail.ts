import type { LabelledValue } from "#lib/contract/common.ts";
import { type AppError, toAppError } from "#lib/core/errors.ts";
import type { TransactionDetail } from "#lib/gateway/records.ts";
import type { MerchantGateway } from "#lib/gateway/types.ts";

type General = Record<string, string | boolean | null>;

export type GatewayDetail = { general: General; details: LabelledValue[] };

/** The gateway's display list in the contract's form; unknown members follow as rows. */
export function toGatewayDetail(detail: TransactionDetail): GatewayDetail {
  return { general: { ...detail.general }, details: [...detail.details, ...detail.extra] };
}

export type DetailAnswer = { detail: GatewayDetail; problem?: undefined } | { detail?: undefined; problem: AppError };

/** Queries the detail endpoint; errors are part of the result. */
export async function askDetail(gateway: Pick<MerchantGateway, "getTransaction">, reference: string): Promise<DetailAnswer> {
  try {
    return { detail: toGatewayDetail(await gateway.getTransaction(reference)) };
  } catch (thrown) {
    return { problem: toAppError(thrown) };
  }
}

/** True when the gateway does not know the record, or the reference is not a valid one. */
export function isMissing(problem: AppError): boolean {
  return problem.code === "gateway_not_found" || problem.code === "gateway_invalid";
}
