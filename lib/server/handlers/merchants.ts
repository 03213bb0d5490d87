import "server-only";
import type { callOperations } from "#lib/contract/call.ts";
import type { connectionOperations } from "#lib/contract/connection.ts";
import type { endpointOperations } from "#lib/contract/endpoint.ts";
import type { endpointDryRunOperations } from "#lib/contract/endpoint-dry-run.ts";
import type { fieldOrderOperations } from "#lib/contract/field-order.ts";
import type { forwardOperations } from "#lib/contract/forward.ts";
import type { goLiveOperations } from "#lib/contract/go-live.ts";
import type { integrationGuardOperations } from "#lib/contract/integration-guard.ts";
import type { merchantOperations } from "#lib/contract/merchant.ts";
import type { merchantGroupOperations } from "#lib/contract/merchant-group.ts";
import type { selfTestOperations } from "#lib/contract/self-test.ts";
import type { signInStopOperations } from "#lib/contract/sign-in-stop.ts";
import { listCallErrors } from "#lib/services/calls/list-call-errors.ts";
import { listCalls } from "#lib/services/calls/list-calls.ts";
import { addMerchant } from "#lib/services/connections/add-merchants.ts";
import { checkConnectionSteps, checkIntegrationSteps } from "#lib/services/connections/check-steps.ts";
import { connectIntegration } from "#lib/services/connections/connect-integration.ts";
import { getSignInStop } from "#lib/services/connections/get-sign-in-stop.ts";
import { confirmCounterWasReset, tryOnceMore } from "#lib/services/connections/guard-actions.ts";
import { confirmIntegrationCounterWasReset, tryIntegrationOnceMore } from "#lib/services/connections/guard-integration.ts";
import { importMerchants, importSteps } from "#lib/services/connections/import-merchants.ts";
import { listConnections } from "#lib/services/connections/list-connections.ts";
import { changeEndpoint } from "#lib/services/endpoints/change-endpoint.ts";
import { changeFieldOrder } from "#lib/services/endpoints/change-field-order.ts";
import { createMissingEndpoints } from "#lib/services/endpoints/create-missing-endpoints.ts";
import { dryRunEndpoint } from "#lib/services/endpoints/dry-run-endpoint.ts";
import { createEndpoint, getEndpoint, listEndpoints } from "#lib/services/endpoints/endpoints.ts";
import { getFieldOrder } from "#lib/services/endpoints/get-field-order.ts";
import { getGoLive } from "#lib/services/endpoints/get-go-live.ts";
import { runSelfTest } from "#lib/services/endpoints/run-self-test.ts";
import { tryFieldOrder } from "#lib/services/endpoints/try-field-order.ts";
import { listForwards } from "#lib/services/forwarding/list-forwards.ts";
import { replayForwards } from "#lib/services/forwarding/replay-forwards.ts";
import { archiveMerchant, restoreMerchant } from "#lib/services/merchants/archive-merchant.ts";
import { getConnection } from "#lib/services/merchants/get-connection.ts";
import { listMerchantFigures } from "#lib/services/merchants/list-merchant-figures.ts";
import { listMerchantPage, listMerchants } from "#lib/services/merchants/list-merchants.ts";
import { listMerchantGroups, setMerchantGroup } from "#lib/services/merchants/merchant-groups.ts";
import { listTerminals } from "#lib/services/terminals/list-terminals.ts";
import type { Handlers } from "../handler.ts";
import { withHeaders } from "../respond.ts";
import { streamLines } from "../stream-lines.ts";

type Table = typeof merchantOperations &
  typeof merchantGroupOperations &
  typeof connectionOperations &
  typeof signInStopOperations &
  typeof integrationGuardOperations &
  typeof callOperations &
  typeof endpointOperations &
  typeof forwardOperations &
  typeof selfTestOperations &
  typeof fieldOrderOperations &
  typeof endpointDryRunOperations &
  typeof goLiveOperations;

export const merchantHandlers: Handlers<Table> = {
  listMerchants: async (ctx, { environment, input }) => {
    if (Object.keys(input as object).length > 0) return listMerchantPage(ctx, { environment, input });
    const { items, nextCursor, total } = await listMerchants(ctx, environment);
    const next = `</api/${environment}/merchants?limit=500&cursor=${nextCursor}>; rel="next"`;
    return withHeaders(items, { "x-total-count": String(total), ...(nextCursor === null ? {} : { link: next }) });
  },
  listMerchantFigures,
  getConnection: (ctx, { environment, merchant }) => getConnection(ctx, environment, merchant),
  archiveMerchant,
  restoreMerchant,
  listMerchantGroups: (ctx, { environment }) => listMerchantGroups(ctx, environment),
  setMerchantGroup,
  listTerminals,
  listConnections,
  getSignInStop: (ctx, { environment }) => getSignInStop(ctx, environment),
  connectIntegration,
  addMerchant,
  importMerchants: (ctx, question) => importMerchants(ctx, question),
  importMerchantsInSteps: (ctx, question) => streamLines(importSteps(ctx, question), ctx.staff),
  tryOnceMore,
  confirmCounterWasReset,
  tryIntegrationOnceMore,
  confirmIntegrationCounterWasReset,
  checkConnection: checkConnectionSteps,
  checkIntegration: checkIntegrationSteps,
  listCalls,
  listCallErrors,
  listEndpoints,
  createEndpoint,
  createMissingEndpoints,
  getEndpoint,
  changeEndpoint: (ctx, question, { runtime }) => changeEndpoint(ctx, { ...question, forwarder: runtime.forwarding }),
  listForwards,
  replayForwards: (ctx, question, { runtime }) => replayForwards(ctx, { ...question, forwarder: runtime.forwarding }),
  runSelfTest,
  getFieldOrder,
  tryFieldOrder,
  changeFieldOrder,
  dryRunEndpoint,
  getGoLive,
};
