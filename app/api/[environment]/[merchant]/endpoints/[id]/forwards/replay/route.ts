import { staffRoute } from "#lib/server/route.ts";
import { replayForwards } from "#lib/services/forwarding/replay-forwards.ts";

export const POST = staffRoute({ role: "support" }, ({ ctx, params: { environment, merchant = "", id = "" }, input, runtime }) =>
  replayForwards(ctx, { environment, merchant, id, input, forwarder: runtime.forwarding }),
);
