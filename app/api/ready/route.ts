import { answerReady } from "#lib/server/probes.ts";
import { publicRoute } from "#lib/server/route.ts";

export const dynamic = "force-dynamic";

export const GET = publicRoute(answerReady);
