import { answerLive } from "#lib/server/live-stream.ts";
import { staffRoute } from "#lib/server/route.ts";

export const dynamic = "force-dynamic";

export const GET = staffRoute({ role: "viewer" }, answerLive);
