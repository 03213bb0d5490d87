import { staffRoute } from "#lib/server/route.ts";
import { endEveryScenario } from "#lib/services/sandbox/end-scenario.ts";
import { listScenarios } from "#lib/services/sandbox/list-scenarios.ts";

export const GET = staffRoute({ role: "support" }, ({ ctx, params: { environment }, runtime: { sandbox } }) =>
  listScenarios(ctx, { environment, sandbox }),
);

export const DELETE = staffRoute({ role: "support" }, ({ ctx, params: { environment }, runtime: { sandbox } }) =>
  endEveryScenario(ctx, { environment, sandbox }),
);
