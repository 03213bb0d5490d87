import { staffRoute } from "#lib/server/route.ts";
import { runSelfTest } from "#lib/services/endpoints/run-self-test.ts";

export const POST = staffRoute({ role: "support" }, ({ ctx, params: { environment, merchant = "", id = "" }, input }) =>
  runSelfTest(ctx, { environment, merchant, id, input }),
);
