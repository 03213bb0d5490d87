export { defaultGatewayOptions } from "./default-options.ts";
export type * from "./permit.ts";
export type * from "./records.ts";
export type * from "./types.ts";
