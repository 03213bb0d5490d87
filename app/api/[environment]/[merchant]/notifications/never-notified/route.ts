import { staffRoute } from "#lib/server/route.ts";
import { listNeverNotified } from "#lib/services/notifications/list-never-notified.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params: { environment, merchant = "" }, input }) =>
  listNeverNotified(ctx, { environment, merchant, input }),
);
