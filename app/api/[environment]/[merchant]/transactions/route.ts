import { staffRoute } from "#lib/server/route.ts";
import { listMerchantTransactions } from "#lib/services/transactions/list-transactions.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params, input }) =>
  listMerchantTransactions(ctx, { environment: params.environment, merchant: params.merchant ?? "", input }),
);
