import type { Message } from "#lib/core/text.ts";
import { serviceText } from "#lib/services/texts.ts";

const texts = new Map<string, Message>([
  ["IPCPurchaseNotify", serviceText("method_notify")],
  ["IPCPurchaseRollback", serviceText("method_rollback")],
  ["IPCPreAuthorizationNotify", serviceText("method_pre_authorisation")],
  ["IPCSignatureVerify", serviceText("method_setup_test")],
]);

/** A notification's method in the words of the lists; an unknown one as received. */
export function methodText(method: string): Message | string {
  return texts.get(method) ?? method;
}
