import { publicRoute } from "#lib/server/route.ts";
import { answerAcceptance } from "#lib/server/session-answers.ts";

export const POST = publicRoute(answerAcceptance);
