import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { AppError } from "#lib/core/errors.ts";
import { serviceText } from "#lib/services/texts.ts";

const guessedTooEasily = 3;
const ownNameLengthMin = 4;
const besidesNameLengthMin = 8;

let estimator: ZxcvbnFactory | undefined;

/**
 * Refuses, on `field`, a password that is known from breaches, based on one, or derived from the account's own e-mail address
 * (docs/security.md, rule 2); length is the contract's. The lists are loaded at the first use.
 */
export function requireGoodPassword(password: string, { email, field }: { email: string; field: string }): void {
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const { score, sequence } = estimator.check(password, ["counterfoil", email, ...email.split(/[^a-zA-Z0-9]+/)]);
  if (score >= guessedTooEasily && !isMadeOf(email, password)) return;
  const isKnown = sequence.some((part) => "dictionaryName" in part && String(part.dictionaryName).startsWith("passwords"));
  const problem = serviceText(isKnown ? "password_known" : "password_guessable");
  throw new AppError("invalid_input", { fields: [{ field, ...problem }] });
}

/** Hardly anything is left without the account's own address and punctuation. */
function isMadeOf(email: string, password: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const name = plain(email.split("@")[0] ?? "");
  return name.length >= ownNameLengthMin && plain(password).replaceAll(name, "").length < besidesNameLengthMin;
}
