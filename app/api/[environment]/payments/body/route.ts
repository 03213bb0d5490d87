import { staffRoute } from "#lib/server/route.ts";
import { changePaymentBody, getPaymentBody } from "#lib/services/payments/payment-body.ts";

export const GET = staffRoute({ role: "support" }, ({ ctx, params: { environment } }) => getPaymentBody(ctx, environment));

export const PUT = staffRoute({ role: "admin" }, ({ ctx, params: { environment }, input }) =>
  changePaymentBody(ctx, { environment, input }),
);
