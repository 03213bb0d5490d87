import { createHash } from "node:crypto";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const characters = 16;
/** Four groups of this alphabet. */
const form = /^C[FR](?:-[0-9A-HJKMNP-TV-Z]{4}){4}$/;

/**
 * A generated reference, such as CF-7K2M-0Q9X-…: 80 bits of a hash, short enough to read out. The same operation under the
 * same key gets the same reference, so that a preview shows what will be sent.
 */
export function makeReference(
  kind: "payment" | "refund",
  { merchantId, act, key }: { merchantId: string; act: string; key: string },
): string {
  const hash = createHash("sha256").update(`${merchantId} ${act} ${key}`).digest();
  const letters = Array.from(hash.subarray(0, characters), (byte) => alphabet[byte % alphabet.length]).join("");
  const groups = letters.match(/.{4}/g) ?? [letters];
  return [kind === "payment" ? "CF" : "CR", ...groups].join("-");
}

/** Whether a reference has the generated form, which identifies one payment only and is never accepted from users. */
export function isOwnReference(reference: string): boolean {
  return form.test(reference);
}
