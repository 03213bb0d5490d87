import { defineTexts } from "./text.ts";

export const coreText = defineTexts({
  amount_missing: "Type an amount.",
  amount_unreadable: "This cannot be read as an amount. Type it like {example}.",
  amount_ambiguous: "This can be read in two ways. Type it like {example}.",
  amount_negative: "An amount is not negative. To give money back, refund a payment.",
  amount_above_limit: "At most {amount} can be taken at once.",
  amount_without_decimals: "{currency} has no decimals.",
  amount_decimals_too_many: "{currency} has no more than {count} decimals.",
  patch_too_large: "At most 4,096 bytes of JSON.",
  patch_too_deep: "At most 5 levels deep.",
  patch_member_unknown: "In braces stands one of these members: {members}.",
  patch_number_too_large: "This number is too large to be kept exactly. Write it as text.",
  patch_member_lost: "The body must keep this member. Write its name in braces where this gateway wants it.",
  patch_money_repeated: "Money stands in the body at most twice. Take one out.",
  patch_member_replaced: "Something else stands where this member stood. Take it out, or write the member's name in braces.",
  not_one_of: "One of {values}.",
  not_within: "A whole number from {min} to {max}.",
  zone_form: "A time zone like Europe/Sofia or UTC.",
  query_name_form: "A query name, such as size or page_size.",
  account_numbers_form: "1 to {max} account numbers of letters, digits and dashes.",
  merchant_added_meanwhile: "Somebody added one of these merchants meanwhile.",
});
