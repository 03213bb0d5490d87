import { type QuestionName, questionNames } from "#lib/core/profile-questions.ts";

export const questionGroups = ["list", "references", "reach", "times"] as const;
type Group = (typeof questionGroups)[number];

const groupOf: Record<QuestionName, Group> = {
  date_form: "list",
  last_day: "list",
  future_dates: "list",
  dates: "list",
  account_number: "list",
  page_size_name: "list",
  page_size_max: "list",
  page_number: "list",
  paging_facts: "list",
  debit_sign: "list",
  list_name: "list",
  detail_shape: "references",
  unknown_reference: "references",
  multiple_max: "references",
  multiple_unknown: "references",
  multiple_references: "references",
  accounts: "reach",
  terminals: "reach",
  payments: "reach",
  typed_accounts: "reach",
  zone: "times",
  payment_zone: "times",
  listing_lag: "times",
};

/** The questions of a group, in the order of the page. */
export function questionsOf(group: Group): QuestionName[] {
  return questionNames.filter((name) => groupOf[name] === group);
}
