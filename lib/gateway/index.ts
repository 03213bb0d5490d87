export { checkBaseUrl } from "./check-base-url.ts";
export { checkCredentials } from "./check-credentials.ts";
export { createGateway } from "./create-gateway.ts";
export { defaultGatewayOptions } from "./default-options.ts";
export type * from "./permit.ts";
export { probeHost } from "./probe-host.ts";
export type * from "./records.ts";
export { gatewayRefusal } from "./refusal.ts";
export type * from "./types.ts";
