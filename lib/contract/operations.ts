import { accountOperations } from "./account.ts";
import { alertOperations } from "./alert.ts";
import { channelOperations } from "./alert-channel.ts";
import { alertRuleOperations } from "./alert-rule.ts";
import { auditOperations } from "./audit.ts";
import { bundleOperations } from "./bundle.ts";
import { callOperations } from "./call.ts";
import { connectionOperations } from "./connection.ts";
import { endpointOperations } from "./endpoint.ts";
import { endpointDryRunOperations } from "./endpoint-dry-run.ts";
import { exportOperations } from "./export.ts";
import { feeOperations } from "./fees.ts";
import { fieldOrderOperations } from "./field-order.ts";
import { findOperations } from "./find.ts";
import { forwardOperations } from "./forward.ts";
import { goLiveOperations } from "./go-live.ts";
import { integrationGuardOperations } from "./integration-guard.ts";
import { ledgerSyncOperations } from "./ledger-sync.ts";
import { notificationExportOperations, paymentExportOperations } from "./list-export.ts";
import { merchantViewOperations, notificationViewOperations, paymentViewOperations } from "./list-views.ts";
import { liveOperations } from "./live.ts";
import { lookupOperations } from "./lookup.ts";
import { merchantOperations } from "./merchant.ts";
import { merchantGroupOperations } from "./merchant-group.ts";
import { moneyBackOperations } from "./money-back.ts";
import { noteOperations } from "./note.ts";
import { notificationOperations } from "./notification-operations.ts";
import { notificationSendingOperations } from "./notification-sending.ts";
import type { Operation } from "./operation.ts";
import { orderCheckOperations } from "./order-check.ts";
import { overviewOperations } from "./overview.ts";
import { paymentBodyOperations } from "./payment-body.ts";
import { paymentLinkOperations } from "./payment-link.ts";
import { paymentOperations } from "./payment-operations.ts";
import { probeOperations } from "./probe.ts";
import { profileOperations } from "./profile.ts";
import { publicOperations } from "./public.ts";
import { quickFindOperations } from "./quick-find.ts";
import { receiverFaultOperations } from "./receiver-fault.ts";
import { restoreOperations } from "./restore.ts";
import { retentionOperations } from "./retention.ts";
import { scenarioOperations } from "./scenario.ts";
import { selfTestOperations } from "./self-test.ts";
import { sessionOperations } from "./session.ts";
import { signInStopOperations } from "./sign-in-stop.ts";
import { staffOperations } from "./staff.ts";
import { tagOperations } from "./tag.ts";
import { transactionOperations } from "./transaction-operations.ts";
import { viewOperations } from "./view.ts";

/** Every address of the API by the name of its operation. */
export const api = {
  ...sessionOperations,
  ...accountOperations,
  ...staffOperations,
  ...merchantOperations,
  ...merchantGroupOperations,
  ...connectionOperations,
  ...signInStopOperations,
  ...integrationGuardOperations,
  ...callOperations,
  ...endpointOperations,
  ...overviewOperations,
  ...quickFindOperations,
  ...alertOperations,
  ...channelOperations,
  ...alertRuleOperations,
  ...noteOperations,
  ...tagOperations,
  ...bundleOperations,
  ...transactionOperations,
  ...lookupOperations,
  ...orderCheckOperations,
  ...feeOperations,
  ...findOperations,
  ...exportOperations,
  ...viewOperations,
  ...notificationViewOperations,
  ...paymentViewOperations,
  ...merchantViewOperations,
  ...ledgerSyncOperations,
  ...paymentOperations,
  ...paymentExportOperations,
  ...paymentBodyOperations,
  ...paymentLinkOperations,
  ...moneyBackOperations,
  ...notificationOperations,
  ...notificationSendingOperations,
  ...notificationExportOperations,
  ...liveOperations,
  ...forwardOperations,
  ...selfTestOperations,
  ...fieldOrderOperations,
  ...endpointDryRunOperations,
  ...goLiveOperations,
  ...auditOperations,
  ...profileOperations,
  ...restoreOperations,
  ...retentionOperations,
  ...scenarioOperations,
  ...receiverFaultOperations,
  ...publicOperations,
  ...probeOperations,
};

export const operations: readonly Operation[] = Object.values(api);
