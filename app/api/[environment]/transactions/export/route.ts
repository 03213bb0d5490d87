import { fileResponse } from "#lib/server/file-response.ts";
import { staffRoute } from "#lib/server/route.ts";
import { exportTransactions } from "#lib/services/export/export-transactions.ts";

export const POST = staffRoute({ role: "support", isList: true }, async ({ ctx, params: { environment }, input }) =>
  fileResponse(await exportTransactions(ctx, { environment, input })),
);
