import { staffRoute } from "#lib/server/route.ts";
import { readAccount } from "#lib/services/session/account.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx }) => readAccount(ctx));
