import { contractText } from "#lib/contract/texts.ts";
import { errorCodes, errorText } from "#lib/core/errors.ts";
import { nameText } from "#lib/core/given-name.ts";
import { inputText } from "#lib/core/input-texts.ts";
import { paymentCodeText } from "#lib/core/payment-codes.ts";
import { coreText } from "#lib/core/texts.ts";
import { typeText } from "#lib/core/transaction-types.ts";
import { gatewayText } from "#lib/gateway/texts.ts";
import { selfTestText } from "#lib/notifications/self-test/texts.ts";
import { notificationText } from "#lib/notifications/texts.ts";
import { queryText } from "#lib/queries/texts.ts";
import { serviceText } from "#lib/services/texts.ts";
import { fieldText } from "#lib/services/transactions/field-rows.ts";
import { labelText } from "#lib/services/transactions/gateway-detail.ts";

const catalogues = [
  ...[contractText, coreText, paymentCodeText, inputText, gatewayText, notificationText, queryText, serviceText],
  ...[typeText, nameText, fieldText, labelText, selfTestText],
];

/** Every text the server or the API's client says, as pairs of its reason and its English. */
export const serverTexts: readonly (readonly [reason: string, english: string])[] = [
  ...errorCodes.map((code) => [code, errorText(code)] as const),
  ...catalogues.flatMap(({ english }) => Object.entries<string>(english)),
];
