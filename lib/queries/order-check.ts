import type { OrderCheckStep } from "#lib/contract/order-check.ts";
import type { ReadOrder } from "#lib/core/shop-orders/read-orders.ts";
import { fetchSteps } from "./fetch-lines.ts";
import { queryText } from "./texts.ts";

type Asked = { environment: string; merchant: string; orders: readonly ReadOrder[]; signal: AbortSignal };

/** The steps of comparing orders with notifications and ledger. Throws ApiError. */
export function checkOrders({ environment, merchant, orders, signal }: Asked): AsyncGenerator<OrderCheckStep> {
  return fetchSteps(`/api/${environment}/${merchant}/reconciliations`, {
    schema: async () => (await import("#lib/contract/order-check.ts")).orderCheckStepSchema,
    signal,
    body: { orders },
    interrupted: queryText("check_interrupted"),
  });
}
