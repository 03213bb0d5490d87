import type { ServiceContext } from "../../context.ts";

/** What payments need when nobody looks: the same as a request's context without a person. */
export type PaymentPorts = Pick<ServiceContext, "db" | "vault" | "clock" | "gateways" | "log">;
