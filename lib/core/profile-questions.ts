import { isZone } from "./days.ts";
import type { Message } from "./text.ts";
import { coreText } from "./texts.ts";

/** Possible answers; `unknown` means not known, in which case the client handles every possibility. */
export type Answer = string | number | readonly string[];

type Choice = { kind: "choice"; choices: readonly [string, ...string[]]; usual: string | undefined };
type Count = { kind: "count"; min: number; max: number; usual: number | undefined };
type Text = { kind: "name" | "zone"; usual: string | undefined };
type Texts = { kind: "accounts"; usual: undefined };

/**
 * One open question about a gateway. `usual` is the answer in use until another is known. `mayBeSet`: an administrator
 * may set it; for the others the client understands every possibility.
 */
export type ProfileQuestion = (Choice | Count | Text | Texts) & { mayBeSet: boolean };

const choice = <const Words extends readonly [string, ...string[]]>(
  choices: Words,
  usual: Words[number] | undefined,
  mayBeSet = false,
) => ({ kind: "choice", choices, usual, mayBeSet }) as const;
const count = <Usual extends number | undefined>(min: number, max: number, usual: Usual) =>
  ({ kind: "count", min, max, usual, mayBeSet: true }) as const;

/** What the gateway's documents leave open (docs/gateway.md), in display order. */
export const profileQuestions = {
  /** The format of from_date and to_date: days, instants in UTC, or times without a zone. */
  date_form: choice(["days", "instants", "times"], "days", true),
  /** What a to_date without a time means: the whole day, or its first instant. */
  last_day: choice(["whole", "midnight"], undefined, true),
  /** Whether a future day is accepted. */
  future_dates: choice(["accepted", "refused"], "accepted", true),
  /** The names of from_date, to_date and account_number in a list request. */
  dates: choice(["optional", "required", "refused"], "optional", true),
  account_number: choice(["optional", "required", "refused"], "optional", true),
  page_size_name: { kind: "name", usual: "size", mayBeSet: true },
  /** The page size the gateway was seen to return, or to limit pages to. */
  page_size_max: count(1, 1_000, 100),
  page_number: choice(["honoured", "ignored"], "honoured", true),
  paging_facts: choice(["announced", "absent"], undefined),
  debit_sign: choice(["negative", "positive"], undefined),
  list_name: { kind: "name", usual: undefined, mayBeSet: false },
  detail_shape: choice(["labelled", "members"], undefined),
  /** The response for a reference that the gateway does not know. */
  unknown_reference: choice(["not_found", "refused", "answered"], undefined),
  /** The highest number of references in one /transactions/multiple request that worked. */
  multiple_max: count(1, 1_000, 50),
  /** Whether one unknown reference is left out, or the whole request refused. */
  multiple_unknown: choice(["left_out", "refused"], undefined),
  /** The name of the reference in an entry of /transactions/multiple. */
  multiple_references: choice(["as_asked", "other_case", "none"], undefined, true),
  accounts: choice(["readable", "refused", "absent"], undefined),
  terminals: choice(["readable", "refused", "absent"], undefined),
  payments: choice(["readable", "refused", "absent"], undefined),
  /** Account numbers, as typed, of a merchant whose list of accounts cannot be read. */
  typed_accounts: { kind: "accounts", usual: undefined, mayBeSet: true },
  /** The zone of a transaction's date, and of a payment's times where that differs. */
  zone: { kind: "zone", usual: "UTC", mayBeSet: true },
  payment_zone: { kind: "zone", usual: undefined, mayBeSet: true },
  /** Seconds until a new payment is listed. */
  listing_lag: count(0, 86_400, undefined),
} as const satisfies Record<string, ProfileQuestion>;

export type QuestionName = keyof typeof profileQuestions;
export const questionNames = Object.keys(profileQuestions) as QuestionName[];

/** The answers in use; a missing one is not known. */
export type Answers = { [Name in QuestionName]?: Answer | undefined };

export function isQuestionName(name: string): name is QuestionName {
  return Object.hasOwn(profileQuestions, name);
}

const accountsMax = 50;
/** Names that mean something else in the same request. */
const otherParameters: ReadonlySet<string> = new Set(
  "account_number from_date order page payment_references ruid sign start_trn_id terminal_id to_date transaction_types".split(
    " ",
  ),
);

/** Why this is not a valid answer, with what would be one; undefined when it is valid. */
export function answerProblem(name: QuestionName, answer: unknown): Message | undefined {
  const question: ProfileQuestion = profileQuestions[name];
  switch (question.kind) {
    case "choice":
      return typeof answer === "string" && question.choices.includes(answer)
        ? undefined
        : coreText("not_one_of", { values: question.choices.join(", ") });
    case "count": {
      const isCount = typeof answer === "number" && Number.isSafeInteger(answer);
      const isWithin = isCount && answer >= question.min && answer <= question.max;
      return isWithin ? undefined : coreText("not_within", { min: question.min, max: question.max });
    }
    case "zone":
      return typeof answer === "string" && isZone(answer) ? undefined : coreText("zone_form");
    case "name":
      return typeof answer === "string" && /^[A-Za-z_][A-Za-z0-9_.-]{0,40}$/.test(answer) && !otherParameters.has(answer)
        ? undefined
        : coreText("query_name_form");
    case "accounts": {
      const isList = Array.isArray(answer) && answer.length > 0 && answer.length <= accountsMax;
      const isGood = isList && answer.every((item) => typeof item === "string" && /^[A-Za-z0-9-]{1,40}$/.test(item));
      return isGood ? undefined : coreText("account_numbers_form", { max: accountsMax });
    }
  }
}
