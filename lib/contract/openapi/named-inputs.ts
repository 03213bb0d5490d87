import {
  addMerchantInput,
  connectIntegrationInput,
  counterWasResetInput,
  importMerchantsInput,
  tryOnceMoreInput,
} from "../connection.ts";
import { changeEndpointInput, createEndpointInput } from "../endpoint.ts";
import { exportTransactionsInput } from "../export.ts";
import { changeFieldOrderInput } from "../field-order.ts";
import { forwardingInput, replayForwardsInput } from "../forward.ts";
import { exportLookupInput, lookupInput, shareLookupInput } from "../lookup.ts";
import { requestRunInput } from "../mirror.ts";
import { createNoteInput, editNoteInput } from "../note.ts";
import { revealInput } from "../notification.ts";
import { createPaymentInput, markNotProcessedInput, refundPaymentInput, reversePaymentInput } from "../payment.ts";
import { changePaymentBodyInput } from "../payment-body.ts";
import { createPaymentLinkInput, refundPaymentLinkInput } from "../payment-link.ts";
import { changeProfileInput, probeProfileInput } from "../profile.ts";
import { quickFindInput } from "../quick-find.ts";
import { changeRetentionInput } from "../retention.ts";
import { selfTestInput } from "../self-test.ts";
import {
  acceptInvitationInput,
  changePasswordInput,
  confirmSecondFactorInput,
  languageInput,
  lookAtInvitationInput,
  presentationInput,
  proofInput,
  signInInput,
  totpInput,
} from "../session.ts";
import { changeStaffInput, inviteStaffInput } from "../staff.ts";
import { changeViewInput, chooseColumnsInput, createViewInput } from "../view.ts";

/** What may be sent, by its name in the document. */
export const inputs = {
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
  FieldOrderChange: changeFieldOrderInput,
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
  PaymentBodyChange: changePaymentBodyInput,
  Reversal: reversePaymentInput,
  Refund: refundPaymentInput,
  NotProcessed: markNotProcessedInput,
  RevealNotification: revealInput,
  ProfileChange: changeProfileInput,
  ProfileProbe: probeProfileInput,
  RetentionChange: changeRetentionInput,
};
