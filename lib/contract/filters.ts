import { terminalIdMax } from "#lib/core/identifiers.ts";
import { cardBrands, delayBounds, paidWithWords } from "#lib/core/payment-method.ts";
import { feeKinds } from "./fee-marks.ts";
import { groupMax, merchantFilters } from "./merchant-marks.ts";
import { moneyBackReasons, notificationFlags, verdicts } from "./notification-marks.ts";
import { paymentStatuses } from "./payment-marks.ts";
import { tagMax } from "./tag-name.ts";

/**
 * The filters of a list. They define the schema of a request (`filter-schema.ts`), the parser of the page's
 * address, input, chip and label (`components/filters`), and the condition of the query, for which `lib/db` only names
 * the column. `problem` is the reason of an invalid value (`texts.ts`).
 */
export type Filter =
  /** `slugs`: of merchants, comma separated. `card`: the last four digits. `alert`: its id. */
  (
    | { kind: "day" | "zone" | "currency" | "amount" | "codes" | "slugs" | "card" | "alert" }
    /** Exactly this text. */
    | { kind: "text"; max: number; problem?: TextProblem }
    /** Any identifier of the row, whole or its beginning. */
    | { kind: "search"; problem?: "search_too_long"; emptyProblem?: "search_empty" }
    /** `initial`: the default. */
    | { kind: "choice"; values: readonly string[]; problem?: ChoiceProblem; initial?: string }
  ) & {
    /** `more`: in the collapsed section; `chip`: only set by links of other pages. */
    shown?: "more" | "chip";
    /** Its label in `messages/<language>/filters.json`, where that is not its name's. */
    label?: string;
    /** The namespace of its values' labels, if not that of the filters. */
    words?: string;
  };
type TextProblem = "action_too_long" | "actor_too_long" | "slug_too_long" | "target_too_long" | "tag_too_long";
type ChoiceProblem =
  | "sign_unknown"
  | "order_unknown"
  | "flag_unknown"
  | "money_back_reason_unknown"
  | "fee_kind_unknown"
  | "payment_method_unknown"
  | "card_brand_unknown"
  | "delay_unknown";
export type Filters = Readonly<Record<string, Filter>>;

/** The values of a request, as they are after parsing. */
export type FilterValue<F extends Filter> = F extends { values: readonly (infer Value)[] } ? Value : string;
export type FilterValues<F extends Filters> = { -readonly [Name in keyof F]?: FilterValue<F[Name]> | undefined };
/** The filters in a page's address; null where not set. */
export type FilterSearch<F extends Filters> = { -readonly [Name in keyof F]: FilterValue<F[Name]> | null };

export function filterNames<F extends Filters>(filters: F): (keyof F & string)[] {
  return Object.keys(filters);
}

/** Days, or instants; both inclusive. */
export const rangeFilters = { from: { kind: "day" }, to: { kind: "day" } } as const satisfies Filters;

/** Of merchants in this group, by its name in capital or small letters; `-`: of those without one. */
export const groupFilters = { group: { kind: "text", max: groupMax } } as const satisfies Filters;

/** Of the merchants that one alert of many is about. */
const alertOfManyFilters = { alert: { kind: "alert", shown: "chip" } } as const satisfies Filters;

/** Money without a sign ("100.50"), in each row's own currency unless `currency` names one; both inclusive. */
export const amountFilters = {
  amountMin: { kind: "amount", shown: "more" },
  amountMax: { kind: "amount", shown: "more" },
} as const satisfies Filters;

export const transactionFilters = {
  ...rangeFilters,
  /** The zone `from` and `to` are days of, and the days of the sums; without it the environment's. */
  zone: { kind: "zone" },
  q: {
    kind: "search",
    problem: "search_too_long",
    emptyProblem: "search_empty",
  },
  /** Over all merchants: only these. */
  merchant: { kind: "slugs", label: "merchants" },
  card: { kind: "card" },
  /** The whole order number. */
  orderNumber: { kind: "text", max: 100 },
  /** Type codes of the gateway, comma separated: "013,501". */
  type: { kind: "codes", shown: "more" },
  sign: { kind: "choice", values: ["credit", "debit"], problem: "sign_unknown" },
  currency: { kind: "currency", shown: "more" },
  account: { kind: "text", max: 64, shown: "more" },
  terminal: { kind: "text", max: 64, shown: "more" },
  ...amountFilters,
  /** A tag on it, in capital or small letters. */
  tag: { kind: "text", max: tagMax, problem: "tag_too_long", shown: "more" },
  group: { ...groupFilters.group, shown: "more" },
} as const satisfies Filters;

export const transactionOrders = ["newest", "oldest", "largest", "smallest"] as const;
export type TransactionOrder = (typeof transactionOrders)[number];

/** By time, or by amount with its sign; an amount that does not fit its currency is the smallest. */
export const transactionListFilters = {
  ...transactionFilters,
  order: {
    kind: "choice",
    values: transactionOrders,
    initial: "newest",
    problem: "order_unknown",
  },
  /**
   * `folded` leaves out fees that belong to another transaction, unless a type or an identifier is searched for. Pages fold
   * them until their address says `shown`; totals and exports always count them.
   */
  fees: { kind: "choice", values: ["shown", "folded"], shown: "chip" },
} as const satisfies Filters;

export const notificationFilters = {
  ...rangeFilters,
  verdict: { kind: "choice", values: verdicts, words: "notifications.verdicts" },
  method: { kind: "text", max: 48 },
  flag: {
    kind: "choice",
    values: notificationFlags,
    problem: "flag_unknown",
  },
  /** Payments only: payment method, card, and the delay after the payment (`300`: 60 to 300 seconds). */
  paidWith: {
    kind: "choice",
    values: paidWithWords,
    problem: "payment_method_unknown",
    shown: "chip",
    words: "notifications.paidWith",
  },
  brand: {
    kind: "choice",
    values: cardBrands,
    problem: "card_brand_unknown",
    shown: "chip",
    words: "notifications.brands",
  },
  currency: { kind: "currency", shown: "chip" },
  delay: {
    kind: "choice",
    values: delayBounds,
    problem: "delay_unknown",
    shown: "chip",
    words: "notifications.delays",
  },
  /** A tag on it, in capital or small letters. */
  tag: { kind: "text", max: tagMax, problem: "tag_too_long" },
  /** Over all merchants: only this one, by its slug. */
  merchant: { kind: "text", max: 41 },
  ...groupFilters,
  ...alertOfManyFilters,
  /** Also matches words of fields that are not personal; personal fields match only in full. */
  q: { kind: "search", label: "text" },
} as const satisfies Filters;

/** Of notifications that were not answered OK. Without days the last twelve weeks. */
export const moneyBackFilters = {
  ...rangeFilters,
  reason: {
    kind: "choice",
    values: moneyBackReasons,
    problem: "money_back_reason_unknown",
    words: "moneyBack.reasons",
  },
  currency: { kind: "currency" },
  /** Over all merchants: only this one, by its slug. */
  merchant: { kind: "text", max: 41, problem: "slug_too_long" },
  ...groupFilters,
} as const satisfies Filters;

/** Of sales and their fees. Without days the last 30. */
export const feeFilters = {
  ...rangeFilters,
  kind: { kind: "choice", values: feeKinds, problem: "fee_kind_unknown", label: "feeKind", words: "fees.kinds" },
  brand: { kind: "choice", values: cardBrands, problem: "card_brand_unknown", words: "notifications.brands" },
  currency: { kind: "currency" },
  /** Only this one, by its slug. */
  merchant: { kind: "text", max: 41, problem: "slug_too_long" },
  ...groupFilters,
} as const satisfies Filters;

/** Of online sales that no notification is about. */
export const neverNotifiedFilters = { ...rangeFilters, ...groupFilters, ...alertOfManyFilters } as const satisfies Filters;

export const paymentFilters = {
  ...rangeFilters,
  status: { kind: "choice", values: paymentStatuses, words: "payments.status" },
  kind: { kind: "choice", values: ["payment", "refund"] },
  currency: { kind: "currency" },
  ...amountFilters,
  terminal: { kind: "text", max: terminalIdMax },
  /** A tag on it, in capital or small letters. */
  tag: { kind: "text", max: tagMax, problem: "tag_too_long" },
  ...groupFilters,
  ...alertOfManyFilters,
  q: { kind: "search" },
} as const satisfies Filters;

export const auditFilters = {
  ...rangeFilters,
  /** A prefix of the action: "payment" finds "payment.refund". */
  act: { kind: "text", max: 100, problem: "action_too_long" },
  actor: { kind: "text", max: 254, problem: "actor_too_long" },
  merchant: { kind: "text", max: 41, problem: "slug_too_long" },
  target: { kind: "text", max: 300, problem: "target_too_long" },
} as const satisfies Filters;

export const alertFilters = {
  /** Only this one, by its slug. */
  merchant: { kind: "text", max: 41, problem: "slug_too_long" },
  ...groupFilters,
} as const satisfies Filters;

export const callFilters = {
  /** Only this one, by its slug. */
  merchant: { kind: "text", max: 41, problem: "slug_too_long" },
} as const satisfies Filters;

/** Applied by the browser, which has all team members. */
export const staffListFilters = {
  q: { kind: "search", label: "memberEmail" },
  role: { kind: "choice", values: ["viewer", "support", "admin"], words: "staff.rights.short" },
  state: {
    kind: "choice",
    values: ["withCodes", "withoutCodes", "seeded", "disabled"],
    label: "status",
    words: "staff.states",
  },
} as const satisfies Filters;

export const merchantListFilters = {
  q: { kind: "search", label: "merchantName" },
  status: { kind: "choice", values: merchantFilters, words: "connection.merchants.filters" },
  /** By its name, in capital or small letters; `-`: those without one. */
  group: { kind: "text", max: groupMax },
  /** Only these. */
  slug: { kind: "slugs", label: "merchants", shown: "chip" },
  ...alertOfManyFilters,
} as const satisfies Filters;
