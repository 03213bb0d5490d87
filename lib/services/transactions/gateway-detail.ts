import type { LabelledValue } from "#lib/contract/common.ts";
import { type AppError, toAppError } from "#lib/core/errors.ts";
import { defineTexts } from "#lib/core/text.ts";
import type { TransactionDetail } from "#lib/gateway/records.ts";
import type { MerchantGateway } from "#lib/gateway/types.ts";
import { fieldText } from "./field-rows.ts";

type General = Record<string, string | boolean | null>;

export type GatewayDetail = { general: General; details: LabelledValue[] };

/** Labels of display lists that are known from examples; all others are shown as the gateway writes them. */
export const labelText = defineTexts({
  label_paid_from_card: "Payment from card",
  label_reversed: "Reversed",
  label_fee: "Fee",
  label_merchant: "Merchant",
  label_name: "Name",
  label_descriptor: "Descriptor",
  label_reference_number: "Reference number",
});
const labelReasons = new Map<string, string>(
  [fieldText, labelText].flatMap(({ english }) => Object.entries(english).map(([reason, label]) => [label, reason] as const)),
);

/** The gateway's display list in the contract's form; unknown members follow as rows. */
export function toGatewayDetail(detail: TransactionDetail): GatewayDetail {
  const details = [...detail.details, ...detail.extra];
  return { general: { ...detail.general }, details: details.map(toRow) };
}

function toRow(row: LabelledValue): LabelledValue {
  const reason = labelReasons.get(row.label);
  return reason === undefined ? row : { ...row, reason };
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
