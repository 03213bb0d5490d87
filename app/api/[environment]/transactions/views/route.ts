import { created } from "#lib/server/respond.ts";
import { staffRoute } from "#lib/server/route.ts";
import { createView, listViews } from "#lib/services/views/views.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params: { environment } }) => listViews(ctx, environment));

export const POST = staffRoute({ role: "viewer" }, async ({ ctx, params: { environment }, input }) =>
  created(await createView(ctx, { environment, input })),
);
