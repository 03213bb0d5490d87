import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { AppError } from "#lib/core/errors.ts";

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
  const why = isKnown ? "It is one of the passwords known from breaches, or built on one." : "It can be guessed too easily.";
  throw new AppError("invalid_input", {
    fields: [{ field, message: `${why} Four or five words that belong to no saying are good.` }],
  });
}

/** Hardly anything is left without the account's own address and punctuation. */
function isMadeOf(email: string, password: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const name = plain(email.split("@")[0] ?? "");
  return name.length >= ownNameLengthMin && plain(password).replaceAll(name, "").length < besidesNameLengthMin;
}
