import { createHash } from "node:crypto";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const characters = 16;
/** Four groups of this alphabet. */
const form = /^C[FR](?:-[0-9A-HJKMNP-TV-Z]{4}){4}$/;

/**
 * A generated reference, such as CF-7K2M-0Q9X-…: 80 bits of a hash, short enough to read out. The same operation under the
 * same key gets the same reference, so that a preview shows what will be sent.
 */
export function makeReference({ merchantId, act, key }: { merchantId: string; act: string; key: string }): string {
  return ["CF", ...toGroups(`${merchantId} ${act} ${key}`, characters)].join("-");
}

type Original = { merchantId: string; terminalId: string; referenceNumber: string };

/**
 * The reference of a refund. It begins with what its payment's reference makes, since the gateway links a refund to no payment:
 * after a restore it says which payment was refunded.
 */
export function makeRefundReference(original: Original, key: string): string {
  return `${refundPrefix(original)}-${toGroups(`${textOf(original)} ${key}`, characters / 2).join("-")}`;
}

export function refundPrefix(original: Original): string {
  return ["CR", ...toGroups(textOf(original), characters / 2)].join("-");
}

export function isRefundReference(reference: string): boolean {
  return isOwnReference(reference) && reference.startsWith("CR-");
}

function textOf({ merchantId, terminalId, referenceNumber }: Original): string {
  return `refund ${merchantId} ${terminalId} ${referenceNumber}`;
}

/** Letters of a hash, in groups of four. */
function toGroups(text: string, count: number): string[] {
  const hash = createHash("sha256").update(text).digest();
  const letters = Array.from(hash.subarray(0, count), (byte) => alphabet[byte % alphabet.length]).join("");
  return letters.match(/.{4}/g) ?? [letters];
}

/** Whether a reference has the generated form, which identifies one payment only and is never accepted from users. */
export function isOwnReference(reference: string): boolean {
  return form.test(reference);
}

/**
 * Whether a typed reference is sent as it is. A gateway may replace characters beyond printable ASCII: a lost payment would then
 * never be found by its reference.
 */
export function isSentAsTyped(reference: string): boolean {
  return /^[\x20-\x7e]+$/.test(reference) && !isOwnReference(reference);
}
