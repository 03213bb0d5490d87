import { staffRoute } from "#lib/server/route.ts";
import { setLanguage } from "#lib/services/session/set-language.ts";

export const POST = staffRoute({ role: "viewer" }, ({ ctx, input }) => setLanguage(ctx, input));
