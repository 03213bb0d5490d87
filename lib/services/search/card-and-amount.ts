import { trimEndOf } from "#lib/core/trim-end.ts";
import { toAmountForms, wholeForms, withPlainSigns } from "./amount-forms.ts";

/** The last digits of a card together with an amount, as identifiers are stored; `amounts` in every currency's decimals. */
export type CardAndAmount = { digits: string; amounts: string[] };

const cardDigits = /^[*•.…x]*(\d{4})$/iu;
const word = /^(?:[A-Z]{3}|[€$£]|card|ending|in|and|for|of)$/iu;

/** "4242 12.34", "EUR 12,34 *4242", "4242 and 50": every interpretation of two numbers; none for anything else. */
export function parseCardAndAmount(text: string): CardAndAmount[] {
  const parts = withPlainSigns(withoutSpacedGroups(text))
    .replace(/([€$£])/gu, " $1 ")
    .split(/\s+/u)
    .map((part) => trimEndOf(part, ",;:"))
    .filter((part) => part !== "" && !word.test(part));
  const [left, right, ...more] = parts;
  if (left === undefined || right === undefined || more.length > 0) return [];
  return [read(left, right), read(right, left)].filter((found) => found !== undefined);
}

function read(card: string, amount: string): CardAndAmount | undefined {
  const digits = cardDigits.exec(card)?.[1];
  const amounts = toAmounts(amount);
  return digits === undefined || amounts.length === 0 ? undefined : { digits, amounts };
}

/** "1 234,50" as "1234,50": the spaces between an amount's groups, which do not break or are followed by decimals. */
function withoutSpacedGroups(text: string): string {
  return text
    .replaceAll(/(?<=\d)[\u00a0\u202f](?=\d{3}(?!\d))/gu, "")
    .replaceAll(/(?<!\d)[1-9]\d{0,2}(?: \d{3}){1,4}(?=[.,]\d{1,4}(?!\d))/gu, (amount) => amount.replaceAll(" ", ""));
}

/** Next to card digits a whole number is an amount too. */
function toAmounts(text: string): string[] {
  const bare = text.replace(/^[+-]/u, "");
  return /^\d{1,9}$/u.test(bare) ? wholeForms(bare) : toAmountForms(bare);
}
