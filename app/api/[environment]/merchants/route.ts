import { withHeaders } from "#lib/server/respond.ts";
import { staffRoute } from "#lib/server/route.ts";
import { addMerchant } from "#lib/services/connections/add-merchants.ts";
import { listMerchantPage, listMerchants } from "#lib/services/merchants/list-merchants.ts";

export const GET = staffRoute({ role: "viewer" }, async ({ ctx, params: { environment }, input }) => {
  if (Object.keys(input as object).length > 0) return listMerchantPage(ctx, { environment, input });
  const { items, nextCursor, total } = await listMerchants(ctx, environment);
  const next = `</api/${environment}/merchants?limit=500&cursor=${nextCursor}>; rel="next"`;
  return withHeaders(items, { "x-total-count": String(total), ...(nextCursor === null ? {} : { link: next }) });
});

export const POST = staffRoute({ role: "admin" }, ({ ctx, params: { environment }, input }) =>
  addMerchant(ctx, { environment, input }),
);
