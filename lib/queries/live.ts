import type { QueryClient } from "@tanstack/react-query";
import type { LiveType } from "../contract/live.ts";

/** Second member of the query keys that an event of this type makes old. */
const touched: Record<LiveType, readonly string[]> = {
  notification: ["notifications", "notification", "endpoints", "transaction"],
  transaction: ["transactions", "transaction"],
  payment: ["payments", "payment", "transaction"],
  mirror: ["transactions", "merchants"],
};

type Change = { environment: string; merchant: string; type: LiveType };

/** Marks what a live event made old: of this merchant and of the lists over all. */
export function invalidateLive(client: QueryClient, { environment, merchant, type }: Change): void {
  void client.invalidateQueries({
    predicate: ({ queryKey: [keyEnvironment, keyMerchant, kind] }) =>
      keyEnvironment === environment && (keyMerchant === merchant || keyMerchant === "*") && touched[type].includes(String(kind)),
  });
}
