import { beginProviderSignIn } from "#lib/server/provider-answers.ts";
import { publicRoute } from "#lib/server/route.ts";

export const GET = publicRoute(beginProviderSignIn);
