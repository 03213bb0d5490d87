import { staffRoute } from "#lib/server/route.ts";
import { getTransaction } from "#lib/services/transactions/get-transaction.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params: { environment, merchant = "", reference = "" } }) =>
  getTransaction(ctx, { environment, merchant, reference }),
);
