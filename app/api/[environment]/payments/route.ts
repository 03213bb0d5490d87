import { staffRoute } from "#lib/server/route.ts";
import { listPayments } from "#lib/services/payments/list-payments.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params, input }) =>
  listPayments(ctx, { environment: params.environment, input }),
);
