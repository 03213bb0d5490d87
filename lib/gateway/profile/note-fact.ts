import type { GatewayFact } from "../types.ts";

/** Reports to the profile what a response of the gateway showed. */
export type RecordFact = (fact: Omit<GatewayFact, "merchantId">) => void;
