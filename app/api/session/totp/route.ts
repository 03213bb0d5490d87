import { publicRoute } from "#lib/server/route.ts";
import { answerCode } from "#lib/server/session-answers.ts";

export const POST = publicRoute(answerCode);
