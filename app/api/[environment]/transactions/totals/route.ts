import { staffRoute } from "#lib/server/route.ts";
import { totalTransactions } from "#lib/services/transactions/sum-transactions.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params, input }) =>
  totalTransactions(ctx, { environment: params.environment, input }),
);
