import { contractText } from "#lib/contract/texts.ts";
import { errorCodes, errorText } from "#lib/core/errors.ts";
import { inputText } from "#lib/core/input-texts.ts";
import { coreText } from "#lib/core/texts.ts";
import { gatewayText } from "#lib/gateway/texts.ts";
import { notificationText } from "#lib/notifications/texts.ts";
import { queryText } from "#lib/queries/texts.ts";
import { serviceText } from "#lib/services/texts.ts";

const catalogues = [contractText, coreText, inputText, gatewayText, notificationText, queryText, serviceText];

/** Every text the server or the API's client says, as pairs of its reason and its English. */
export const serverTexts: readonly (readonly [reason: string, english: string])[] = [
  ...errorCodes.map((code) => [code, errorText(code)] as const),
  ...catalogues.flatMap(({ english }) => Object.entries<string>(english)),
];
