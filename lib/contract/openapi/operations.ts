import type { Operation } from "./operation.ts";
import { accountOperations } from "./operations/account.ts";
import { alertOperations } from "./operations/alerts.ts";
import { auditOperations } from "./operations/audit.ts";
import { connectionOperations } from "./operations/connections.ts";
import { fieldOrderOperations } from "./operations/field-orders.ts";
import { forwardOperations } from "./operations/forwards.ts";
import { listOperations } from "./operations/lists.ts";
import { merchantOperations } from "./operations/merchants.ts";
import { mirrorOperations } from "./operations/mirror.ts";
import { noteOperations } from "./operations/notes.ts";
import { notificationOperations } from "./operations/notifications.ts";
import { overviewOperations } from "./operations/overview.ts";
import { paymentOperations } from "./operations/payments.ts";
import { profileOperations } from "./operations/profile.ts";
import { publicOperations } from "./operations/public.ts";
import { retentionOperations } from "./operations/retention.ts";
import { scenarioOperations } from "./operations/scenarios.ts";
import { sessionOperations } from "./operations/session.ts";
import { staffOperations } from "./operations/staff.ts";
import { transactionOperations } from "./operations/transactions.ts";

/** Every address of the API; the route tests hold this table and `app/api` together. */
export const operations: readonly Operation[] = [
  ...sessionOperations,
  ...accountOperations,
  ...staffOperations,
  ...merchantOperations,
  ...connectionOperations,
  ...overviewOperations,
  ...alertOperations,
  ...noteOperations,
  ...transactionOperations,
  ...listOperations,
  ...mirrorOperations,
  ...paymentOperations,
  ...notificationOperations,
  ...forwardOperations,
  ...fieldOrderOperations,
  ...auditOperations,
  ...profileOperations,
  ...retentionOperations,
  ...scenarioOperations,
  ...publicOperations,
];
