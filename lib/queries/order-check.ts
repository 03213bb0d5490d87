import type { OrderCheckStep } from "#lib/contract/order-check.ts";
import type { ReadOrder } from "#lib/core/shop-orders/read-orders.ts";
import { brokenError } from "./api-error.ts";
import { fetchLines } from "./fetch-lines.ts";
import { queryText } from "./texts.ts";

type Asked = { environment: string; merchant: string; orders: readonly ReadOrder[]; signal: AbortSignal };

/** The steps of comparing orders with notifications and ledger. Throws ApiError; an interrupted check counts as failed. */
export async function* checkOrders({ environment, merchant, orders, signal }: Asked): AsyncGenerator<OrderCheckStep> {
  let isDone = false;
  for await (const step of fetchLines(`/api/${environment}/${merchant}/reconciliations`, {
    schema: async () => (await import("#lib/contract/order-check.ts")).orderCheckStepSchema,
    signal,
    body: { orders },
  })) {
    isDone = step.step === "end";
    yield step;
  }
  if (!isDone) throw brokenError(queryText("check_interrupted"));
}
