import { publicRoute } from "#lib/server/route.ts";

export const dynamic = "force-dynamic";

export const GET = publicRoute(async () => ({ status: "alive" }));
