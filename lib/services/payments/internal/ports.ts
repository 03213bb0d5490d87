import type { ServiceContext } from "../../context.ts";

/** The context of background jobs for payments: a request's context without an account. */
export type PaymentPorts = Pick<ServiceContext, "db" | "vault" | "clock" | "gateways" | "log">;
