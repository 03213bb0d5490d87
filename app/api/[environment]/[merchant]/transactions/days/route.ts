import { staffRoute } from "#lib/server/route.ts";
import { listTransactionDays } from "#lib/services/transactions/sum-transactions.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params, input }) =>
  listTransactionDays(ctx, { environment: params.environment, merchant: params.merchant, input }),
);
