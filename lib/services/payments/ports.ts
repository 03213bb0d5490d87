import type { ServiceContext } from "../context.ts";

/** What payments need when nobody looks: the same as a request's context without a person. */
export type PaymentPorts = Pick<ServiceContext, "db" | "clock" | "gateways" | "log">;

/** A call left without an answer for longer than any call takes has an unknown outcome: the process that made it is gone. */
export const sendingLimitMs = 90_000;
