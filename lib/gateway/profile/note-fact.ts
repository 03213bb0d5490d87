import type { GatewayFact } from "../types.ts";

/** Tells the profile what an answer of the gateway showed. */
export type RecordFact = (fact: Omit<GatewayFact, "merchantId">) => void;
