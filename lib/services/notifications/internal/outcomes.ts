import { serviceText } from "#lib/services/texts.ts";

/** What came of an action on a notification, as the audit log stores it: the English of each. */
export const outcomes = {
  noAnswer: serviceText("outcome_no_answer"),
  valid: serviceText("outcome_valid"),
  notValid: serviceText("outcome_not_valid"),
} as const;
