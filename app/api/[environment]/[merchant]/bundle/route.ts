import { staffRoute } from "#lib/server/route.ts";
import { textFileResponse } from "#lib/server/text-file-response.ts";
import { makeBundle } from "#lib/services/bundle/make-bundle.ts";

export const GET = staffRoute({ role: "viewer" }, async ({ ctx, params: { environment, merchant = "" }, input }) =>
  textFileResponse(await makeBundle(ctx, { environment, merchant, input })),
);
