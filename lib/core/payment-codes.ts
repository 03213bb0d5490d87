import { defineTexts } from "./text.ts";

/** What the gateway's codes about a payment, such as TRANSACTION_DECLINED, say; each reason is `answered_` and the code. */
export const paymentCodeText = defineTexts({
  answered_transaction_success: "transaction successful",
  answered_transaction_in_progress: "transaction in progress",
  answered_transaction_declined: "transaction declined",
  answered_transaction_failed: "transaction failed",
  answered_transaction_canceled: "transaction cancelled",
  answered_transaction_reversed: "transaction reversed",
});
