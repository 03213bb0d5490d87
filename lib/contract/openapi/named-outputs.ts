import { alertSchema, alertsSchema } from "../alert.ts";
import { auditEntrySchema, auditPageSchema } from "../audit.ts";
import { callListSchema } from "../call.ts";
import { connectionCheckSchema, connectionsSchema, guardActSchema, importResultSchema, savedSchema } from "../connection.ts";
import { endpointListSchema, endpointSchema } from "../endpoint.ts";
import { errorSchema } from "../error.ts";
import { fieldOrderSchema, fieldOrderTrialSchema } from "../field-order.ts";
import { findResultSchema, hitSchema } from "../find.ts";
import { forwardingSchema, forwardPageSchema, forwardSchema, replayedSchema, shopTrySchema } from "../forward.ts";
import { liveDataSchema } from "../live.ts";
import { lookupListSchema, lookupResultSchema, lookupRowSchema } from "../lookup.ts";
import {
  connectionSchema,
  identitySchema,
  merchantListSchema,
  merchantPageSchema,
  merchantSchema,
  merchantsSchema,
  terminalSchema,
  terminalsSchema,
} from "../merchant.ts";
import { mirrorRunSchema, mirrorSchema } from "../mirror.ts";
import { noteSchema, notesSchema } from "../note.ts";
import {
  notificationDetailSchema,
  notificationDifferenceSchema,
  notificationPageSchema,
  notificationSchema,
  replaySchema,
  revealedFieldsSchema,
  reverifiedSchema,
} from "../notification.ts";
import { overviewSchema } from "../overview.ts";
import { paymentDetailSchema, paymentPageSchema, paymentPreviewSchema, paymentSchema } from "../payment.ts";
import { paymentBodySchema } from "../payment-body.ts";
import { paymentLinkSchema, paymentLinkStateSchema } from "../payment-link.ts";
import { aliveSchema, readySchema } from "../probe.ts";
import { profileItemSchema, profileSchema } from "../profile.ts";
import { quickFindSchema } from "../quick-find.ts";
import { retentionPreviewSchema, retentionSchema } from "../retention.ts";
import { scenarioBegunSchema, scenariosSchema } from "../scenario.ts";
import { selfTestSchema } from "../self-test.ts";
import {
  acceptanceSchema,
  accountSchema,
  invitationSchema,
  newSecondFactorSchema,
  recoveryCodesSchema,
  signedInSchema,
  signInAnswerSchema,
  whoAmISchema,
} from "../session.ts";
import { newLinkSchema, openInvitationSchema, staffListSchema, staffMemberSchema } from "../staff.ts";
import {
  neverNotifiedPageSchema,
  totalSchema,
  transactionDaysSchema,
  transactionDetailSchema,
  transactionPageSchema,
  transactionSchema,
  transactionTotalsSchema,
} from "../transaction.ts";
import { chosenColumnsSchema, viewSchema, viewsSchema } from "../view.ts";

/** What is answered, by its name in the document. */
export const outputs = {
  Error: errorSchema,
  Alert: alertSchema,
  Alerts: alertsSchema,
  AuditEntry: auditEntrySchema,
  AuditPage: auditPageSchema,
  GatewayProfile: profileSchema,
  GatewayProfileItem: profileItemSchema,
  Retention: retentionSchema,
  RetentionPreview: retentionPreviewSchema,
  SignedIn: signedInSchema,
  SignInAnswer: signInAnswerSchema,
  Account: accountSchema,
  NewSecondFactor: newSecondFactorSchema,
  RecoveryCodes: recoveryCodesSchema,
  Invitation: invitationSchema,
  Accepted: acceptanceSchema,
  StaffMember: staffMemberSchema,
  OpenInvitation: openInvitationSchema,
  StaffList: staffListSchema,
  NewLink: newLinkSchema,
  CallList: callListSchema,
  Mirror: mirrorSchema,
  MirrorRun: mirrorRunSchema,
  PaymentLink: paymentLinkSchema,
  PaymentLinkState: paymentLinkStateSchema,
  Scenarios: scenariosSchema,
  ScenarioBegun: scenarioBegunSchema,
  Connections: connectionsSchema,
  ConnectionSaved: savedSchema,
  ImportResult: importResultSchema,
  GuardAct: guardActSchema,
  ConnectionCheck: connectionCheckSchema,
  WhoAmI: whoAmISchema,
  Merchant: merchantSchema,
  Merchants: merchantsSchema,
  MerchantPage: merchantPageSchema,
  MerchantList: merchantListSchema,
  Identity: identitySchema,
  Connection: connectionSchema,
  Terminal: terminalSchema,
  Terminals: terminalsSchema,
  Endpoint: endpointSchema,
  EndpointList: endpointListSchema,
  FieldOrders: fieldOrderSchema,
  FieldOrderTrial: fieldOrderTrialSchema,
  Forwarding: forwardingSchema,
  Forward: forwardSchema,
  ForwardPage: forwardPageSchema,
  ShopTry: shopTrySchema,
  Replayed: replayedSchema,
  SelfTest: selfTestSchema,
  Transaction: transactionSchema,
  TransactionTotal: totalSchema,
  TransactionPage: transactionPageSchema,
  TransactionDetail: transactionDetailSchema,
  TransactionTotals: transactionTotalsSchema,
  TransactionDays: transactionDaysSchema,
  LookupRow: lookupRowSchema,
  LookupResult: lookupResultSchema,
  LookupList: lookupListSchema,
  View: viewSchema,
  Views: viewsSchema,
  ChosenColumns: chosenColumnsSchema,
  Hit: hitSchema,
  FindResult: findResultSchema,
  Overview: overviewSchema,
  Note: noteSchema,
  Notes: notesSchema,
  QuickFind: quickFindSchema,
  Payment: paymentSchema,
  PaymentPage: paymentPageSchema,
  PaymentPreview: paymentPreviewSchema,
  PaymentBody: paymentBodySchema,
  PaymentDetail: paymentDetailSchema,
  Notification: notificationSchema,
  NotificationPage: notificationPageSchema,
  NotificationDetail: notificationDetailSchema,
  NotificationDifference: notificationDifferenceSchema,
  NotificationReplay: replaySchema,
  NotificationsReverified: reverifiedSchema,
  RevealedFields: revealedFieldsSchema,
  NeverNotifiedPage: neverNotifiedPageSchema,
  LiveData: liveDataSchema,
  Alive: aliveSchema,
  Ready: readySchema,
};
