import { staffRoute } from "#lib/server/route.ts";
import { getTransactionById } from "#lib/services/transactions/get-transaction-by-id.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params: { environment, merchant = "", id = "" } }) =>
  getTransactionById(ctx, { environment, merchant, id }),
);
