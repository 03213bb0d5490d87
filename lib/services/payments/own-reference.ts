import { randomBytes } from "node:crypto";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const randomCharacters = 16;

/** A reference of the desk's own, such as CF-7K2M-0Q9X-…: 80 random bits, short enough to read out. */
export function makeReference(kind: "payment" | "refund"): string {
  const letters = Array.from(randomBytes(randomCharacters), (byte) => alphabet[byte % alphabet.length]).join("");
  const groups = letters.match(/.{4}/g) ?? [letters];
  return [kind === "payment" ? "CF" : "CR", ...groups].join("-");
}
