import { defineTexts, type Message } from "./text.ts";

/** Names that the program itself gives where a person or a certificate has none. */
export const nameText = defineTexts({
  name_console: "console",
  name_program: "Counterfoil",
  name_sandbox: "the sandbox",
  name_unknown: "unknown user",
  name_first_admin: "the first administrator",
  name_certificate: "Certificate",
  name_public_key: "Public key",
});

/** Audit rows keep the name they were written with: the second one is from before the first. */
const reasons = new Map<string, string>([
  ...Object.entries(nameText.english).map(([reason, name]) => [name, reason] as const),
  ["somebody unknown", "name_unknown"],
]);

/** A stored name as a text: one that the program gave is said in each language, any other stays as it is. */
export function givenName(name: string): Message {
  return { message: name, reason: reasons.get(name) ?? "name" };
}
