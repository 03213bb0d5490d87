import { staffRoute } from "#lib/server/route.ts";
import { changeProfile } from "#lib/services/profile/change-profile.ts";
import { getProfile } from "#lib/services/profile/get-profile.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params: { environment }, input }) =>
  getProfile(ctx, { environment, input }),
);

export const PATCH = staffRoute({ role: "admin" }, ({ ctx, params: { environment }, input }) =>
  changeProfile(ctx, { environment, input }),
);
