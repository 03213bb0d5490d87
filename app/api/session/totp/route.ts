import { publicRoute } from "#lib/server/route.ts";
import { signInWithCode } from "#lib/services/session/sign-in-with-code.ts";

export const POST = publicRoute(({ input }) => signInWithCode(input));
