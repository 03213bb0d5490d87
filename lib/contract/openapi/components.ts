import { z } from "zod";
import { auditEntrySchema, auditPageSchema } from "../audit.ts";
import { callListSchema } from "../call.ts";
import {
  addMerchantInput,
  connectIntegrationInput,
  connectionCheckSchema,
  connectionsSchema,
  counterWasResetInput,
  guardActSchema,
  importMerchantsInput,
  importResultSchema,
  savedSchema,
  tryOnceMoreInput,
} from "../connection.ts";
import { changeEndpointInput, createEndpointInput, endpointListSchema, endpointSchema } from "../endpoint.ts";
import { errorSchema } from "../error.ts";
import { exportTransactionsInput } from "../export.ts";
import { findResultSchema, hitSchema } from "../find.ts";
import {
  forwardingInput,
  forwardingSchema,
  forwardPageSchema,
  forwardSchema,
  replayedSchema,
  replayForwardsInput,
  shopTrySchema,
} from "../forward.ts";
import { liveDataSchema } from "../live.ts";
import {
  exportLookupInput,
  lookupInput,
  lookupListSchema,
  lookupResultSchema,
  lookupRowSchema,
  shareLookupInput,
} from "../lookup.ts";
import {
  connectionSchema,
  identitySchema,
  merchantSchema,
  merchantsSchema,
  terminalSchema,
  terminalsSchema,
} from "../merchant.ts";
import { mirrorRunSchema, mirrorSchema, requestRunInput } from "../mirror.ts";
import { createNoteInput, editNoteInput, noteSchema, notesSchema } from "../note.ts";
import {
  notificationDetailSchema,
  notificationDifferenceSchema,
  notificationPageSchema,
  notificationSchema,
  replaySchema,
  revealedFieldsSchema,
  revealInput,
  reverifiedSchema,
} from "../notification.ts";
import { overviewSchema } from "../overview.ts";
import {
  createPaymentInput,
  paymentDetailSchema,
  paymentPageSchema,
  paymentPreviewSchema,
  paymentSchema,
  refundPaymentInput,
  reversePaymentInput,
} from "../payment.ts";
import { createPaymentLinkInput, paymentLinkSchema, paymentLinkStateSchema, refundPaymentLinkInput } from "../payment-link.ts";
import { aliveSchema, readySchema } from "../probe.ts";
import { quickFindInput, quickFindSchema } from "../quick-find.ts";
import { changeRetentionInput, retentionPreviewSchema, retentionSchema } from "../retention.ts";
import { scenarioBegunSchema, scenariosSchema } from "../scenario.ts";
import { selfTestInput, selfTestSchema } from "../self-test.ts";
import {
  acceptanceSchema,
  acceptInvitationInput,
  accountSchema,
  changePasswordInput,
  confirmSecondFactorInput,
  invitationSchema,
  languageInput,
  lookAtInvitationInput,
  newSecondFactorSchema,
  presentationInput,
  proofInput,
  recoveryCodesSchema,
  signedInSchema,
  signInAnswerSchema,
  signInInput,
  totpInput,
  whoAmISchema,
} from "../session.ts";
import {
  changeStaffInput,
  inviteStaffInput,
  newLinkSchema,
  openInvitationSchema,
  staffListSchema,
  staffMemberSchema,
} from "../staff.ts";
import {
  neverNotifiedPageSchema,
  totalSchema,
  transactionDaysSchema,
  transactionDetailSchema,
  transactionPageSchema,
  transactionSchema,
  transactionTotalsSchema,
} from "../transaction.ts";
import { changeViewInput, chooseColumnsInput, chosenColumnsSchema, createViewInput, viewSchema, viewsSchema } from "../view.ts";

const inputs = {
  QuickFindInput: quickFindInput,
  NewNote: createNoteInput,
  NoteChange: editNoteInput,
  SignIn: signInInput,
  SecondFactor: totpInput,
  LanguageChoice: languageInput,
  Presentation: presentationInput,
  Proof: proofInput,
  NewPassword: changePasswordInput,
  SecondFactorConfirmation: confirmSecondFactorInput,
  InvitationLink: lookAtInvitationInput,
  Acceptance: acceptInvitationInput,
  NewInvitation: inviteStaffInput,
  StaffChange: changeStaffInput,
  Integration: connectIntegrationInput,
  TransactionExport: exportTransactionsInput,
  NewMerchant: addMerchantInput,
  NewMirrorRun: requestRunInput,
  NewPaymentLink: createPaymentLinkInput,
  RefundOfPaymentLink: refundPaymentLinkInput,
  MerchantImport: importMerchantsInput,
  OneTry: tryOnceMoreInput,
  CounterReset: counterWasResetInput,
  NewEndpoint: createEndpointInput,
  EndpointChange: changeEndpointInput,
  ForwardingChange: forwardingInput,
  Replay: replayForwardsInput,
  SelfTestWish: selfTestInput,
  Lookup: lookupInput,
  LookupToShare: shareLookupInput,
  LookupToExport: exportLookupInput,
  NewView: createViewInput,
  ViewChange: changeViewInput,
  ColumnChoice: chooseColumnsInput,
  NewPayment: createPaymentInput,
  Reversal: reversePaymentInput,
  Refund: refundPaymentInput,
  RevealNotification: revealInput,
  RetentionChange: changeRetentionInput,
};

const outputs = {
  Error: errorSchema,
  AuditEntry: auditEntrySchema,
  AuditPage: auditPageSchema,
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
  Identity: identitySchema,
  Connection: connectionSchema,
  Terminal: terminalSchema,
  Terminals: terminalsSchema,
  Endpoint: endpointSchema,
  EndpointList: endpointListSchema,
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

export type JsonObject = { [key: string]: unknown };

const names = new Map<z.ZodType, string>(Object.entries({ ...inputs, ...outputs }).map(([name, schema]) => [schema, name]));

/** `{ $ref }` to a named schema. Throws for one that has no name here. */
export function refTo(schema: z.ZodType): JsonObject {
  const name = names.get(schema);
  if (name === undefined) throw new Error("This schema has no name in components.ts.");
  return { $ref: `#/components/schemas/${name}` };
}

export function toJsonSchemas(): JsonObject {
  return { ...toJsonSchema(inputs, "input", "SharedInput"), ...toJsonSchema(outputs, "output", "SharedOutput") };
}

/** zod puts recursive parts beside the named schemas; here they get a name of their own. */
function toJsonSchema(schemas: Record<string, z.ZodType>, io: "input" | "output", shared: string): JsonObject {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id === "__shared" ? shared : id}`,
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === "date-time" || jsonSchema.format === "date") delete jsonSchema.pattern;
    },
  });
  const text = JSON.stringify(made.schemas).replaceAll(`${shared}#/$defs/`, `${shared}/$defs/`);
  const entries = Object.entries(JSON.parse(text) as Record<string, JsonObject>).map(([id, { $schema, $id, ...schema }]) => [
    id === "__shared" ? shared : id,
    schema,
  ]);
  return Object.fromEntries(entries);
}
