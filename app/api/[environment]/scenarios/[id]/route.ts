import { staffRoute } from "#lib/server/route.ts";
import { beginScenario } from "#lib/services/sandbox/begin-scenario.ts";
import { endScenario } from "#lib/services/sandbox/end-scenario.ts";

export const POST = staffRoute({ role: "support" }, ({ ctx, params: { environment, id = "" }, runtime: { sandbox } }) =>
  beginScenario(ctx, { environment, id, sandbox }),
);

export const DELETE = staffRoute({ role: "support" }, ({ ctx, params: { environment, id = "" }, runtime: { sandbox } }) =>
  endScenario(ctx, { environment, id, sandbox }),
);
