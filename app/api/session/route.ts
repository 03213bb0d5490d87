import { publicRoute, staffRoute } from "#lib/server/route.ts";
import { answerSignIn, answerSignOut } from "#lib/server/session-answers.ts";
import { whoAmI } from "#lib/services/session/who-am-i.ts";

export const POST = publicRoute(answerSignIn);

export const GET = staffRoute({ role: "viewer" }, ({ ctx }) => whoAmI(ctx));

export const DELETE = staffRoute({ role: "viewer" }, answerSignOut);
