import type { GatewayOptions } from "./types.ts";

/** What an environment that sets nothing gets: the OpenAPI's names, UTC, 100 rows a page. */
export const defaultGatewayOptions: GatewayOptions = {
  zone: "UTC",
  pageSizeName: "size",
  pageSize: 100,
  sendAccount: true,
  sendDates: true,
  timeoutMs: 15_000,
  deadlineMs: 30_000,
  appName: "Counterfoil",
  appVersion: "1.0",
};
