import { staffRoute } from "#lib/server/route.ts";
import { listTransactions } from "#lib/services/transactions/list-transactions.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params, input }) =>
  listTransactions(ctx, { environment: params.environment, input }),
);
