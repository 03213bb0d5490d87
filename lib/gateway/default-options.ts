import { toOptions } from "./profile/to-options.ts";
import type { GatewayOptions, Listing } from "./types.ts";

/** Options of an environment without known facts: the OpenAPI's names, UTC, 100 rows a page. */
export const defaultGatewayOptions: GatewayOptions = {
  ...toOptions({}),
  timeoutMs: 15_000,
  deadlineMs: 30_000,
  appName: "Counterfoil",
  appVersion: "1.0",
  paymentBody: {},
};

export function toListing(options: GatewayOptions): Listing {
  const { accountNumbers, sendAccount, sendDates, pageSize, refusesFutureDates, takesLastDayWhole, ignoresPage } = options;
  return { accountNumbers, sendAccount, sendDates, pageSize, refusesFutureDates, takesLastDayWhole, ignoresPage };
}
