import { type Answers, profileQuestions, type QuestionName } from "#lib/core/profile-questions.ts";
import type { GatewayOptions } from "../types.ts";

type Learned = Omit<GatewayOptions, "timeoutMs" | "deadlineMs" | "appName" | "appVersion" | "paymentBody">;

/** Limits the page size, since a broken response loses the whole page. */
const pageSizeMax = 500;

/** Client options for these answers; the default where there is no answer. */
export function toOptions(answers: Answers): Learned {
  const dateForm = textOf(answers, "date_form");
  const names = textOf(answers, "multiple_references");
  const typed = answers.typed_accounts;
  return {
    zone: textOf(answers, "zone"),
    paymentZone: textOf(answers, "payment_zone") || undefined,
    pageSizeName: textOf(answers, "page_size_name"),
    pageSize: Math.min(numberOf(answers, "page_size_max"), pageSizeMax),
    sendAccount: answers.account_number !== "refused",
    sendDates: answers.dates !== "refused",
    dateForm: dateForm === "instants" || dateForm === "times" ? dateForm : "days",
    refusesFutureDates: answers.future_dates === "refused",
    takesLastDayWhole: answers.last_day === "whole",
    ignoresPage: answers.page_number === "ignored",
    multipleMax: numberOf(answers, "multiple_max"),
    multipleReferences: names === "" ? "not_known" : names === "none" ? "none" : "named",
    accountNumbers: Array.isArray(typed) ? typed : [],
  };
}

function textOf(answers: Answers, name: QuestionName): string {
  return String(answers[name] ?? profileQuestions[name].usual ?? "");
}

function numberOf(answers: Answers, name: "page_size_max" | "multiple_max"): number {
  const answer = answers[name];
  return typeof answer === "number" ? answer : profileQuestions[name].usual;
}
