import "server-only";
import type { auditOperations } from "#lib/contract/audit.ts";
import type { profileOperations } from "#lib/contract/profile.ts";
import type { receiverFaultOperations } from "#lib/contract/receiver-fault.ts";
import type { restoreOperations } from "#lib/contract/restore.ts";
import type { retentionOperations } from "#lib/contract/retention.ts";
import type { scenarioOperations } from "#lib/contract/scenario.ts";
import { exportAudit } from "#lib/services/audit/export-audit.ts";
import { listAudit } from "#lib/services/audit/list-audit.ts";
import { changeProfile } from "#lib/services/profile/change-profile.ts";
import { getProfile } from "#lib/services/profile/get-profile.ts";
import { startProbe } from "#lib/services/profile/start-probe.ts";
import { getRestore } from "#lib/services/restore/get-restore.ts";
import { openRestored } from "#lib/services/restore/open-restored.ts";
import { readRestored } from "#lib/services/restore/read-restored.ts";
import { releaseRestored } from "#lib/services/restore/release-restored.ts";
import { changeRetention } from "#lib/services/retention/change-retention.ts";
import { getRetention } from "#lib/services/retention/get-retention.ts";
import { previewRetention } from "#lib/services/retention/preview-retention.ts";
import { beginScenario } from "#lib/services/sandbox/begin-scenario.ts";
import { endEveryScenario, endScenario } from "#lib/services/sandbox/end-scenario.ts";
import { listScenarios } from "#lib/services/sandbox/list-scenarios.ts";
import { beginReceiverFault, endReceiverFault, getReceiverFault } from "#lib/services/sandbox/receiver-fault.ts";
import type { Handlers } from "../handler.ts";
import { streamText } from "../stream-text.ts";

type Table = typeof auditOperations &
  typeof profileOperations &
  typeof restoreOperations &
  typeof retentionOperations &
  typeof scenarioOperations &
  typeof receiverFaultOperations;

export const environmentHandlers: Handlers<Table> = {
  listAudit,
  exportAudit: async (ctx, question) => {
    const file = { contentType: "text/csv; charset=utf-8", fileName: `audit-${question.environment}.csv` };
    return streamText(await exportAudit(ctx, question), file);
  },
  getProfile,
  changeProfile,
  probeGateway: startProbe,
  getRestore: (ctx, { environment }) => getRestore(ctx, environment),
  readRestored,
  openRestored,
  releaseRestored,
  getRetention: (ctx, { environment }) => getRetention(ctx, environment),
  changeRetention,
  previewRetention,
  listScenarios: (ctx, { environment }, { runtime: { sandbox } }) => listScenarios(ctx, { environment, sandbox }),
  endEveryScenario: (ctx, { environment }, { runtime: { sandbox } }) => endEveryScenario(ctx, { environment, sandbox }),
  beginScenario: (ctx, { environment, id }, { runtime: { sandbox } }) => beginScenario(ctx, { environment, id, sandbox }),
  endScenario: (ctx, { environment, id }, { runtime: { sandbox } }) => endScenario(ctx, { environment, id, sandbox }),
  getReceiverFault: (ctx, place, { runtime: { sandbox } }) => getReceiverFault(ctx, { ...place, sandbox }),
  beginReceiverFault: (ctx, place, { runtime: { sandbox } }) => beginReceiverFault(ctx, { ...place, sandbox }),
  endReceiverFault: (ctx, place, { runtime: { sandbox } }) => endReceiverFault(ctx, { ...place, sandbox }),
};
