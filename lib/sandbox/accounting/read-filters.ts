import { endOfDay, startOfDay } from "#lib/core/zoned-time.ts";
import { toWireTime } from "../ledger/ledger-row.ts";
import type { MerchantProfile } from "../merchant-profile.ts";
import { type FieldErrors, ProblemError, problem, validationProblem } from "../problem.ts";
import type { World } from "../world.ts";

const knownNames = [
  "account_number",
  "from_date",
  "to_date",
  "sign",
  "transaction_types",
  "start_trn_id",
  "order",
  "ruid",
  "page",
];

/** Parses the filters of a list of transactions; throws a problem with every invalid field. */
export function readFilters(world: World, profile: MerchantProfile, query: URLSearchParams) {
  const { settings } = world;
  const errors: FieldErrors = {};
  const text = (name: string) => query.get(name) ?? undefined;
  const account = text("account_number");
  if (account === undefined && settings.requireAccount) errors.account_number = ["The account_number field is required."];
  for (const name of ["from_date", "to_date"])
    if (!text(name) && settings.requireDates) errors[name] = [`The ${name} field is required.`];
  if (settings.demandTimes) demandTimes(query);
  const { dateOffsetMinutes: offset } = settings;
  const today = toWireTime(world.now(), offset).slice(0, 10);
  for (const name of ["from_date", "to_date"])
    if (settings.refuseFutureDates && (text(name) ?? "").slice(0, 10) > today) errors[name] = ["The date lies in the future."];
  const time = (name: string, edge: Edge) => readTime({ text: text(name), name, edge, offset }, errors);
  const fromMs = time("from_date", "first");
  const toMs = time("to_date", settings.toDate === "midnight" ? "midnight" : "last");
  const sign = oneOf(text("sign"), ["Credit", "Debit"] as const, "sign", errors);
  const order = oneOf(text("order"), ["Ascending", "Descending"] as const, "order", errors) ?? "Descending";
  const afterId = text("start_trn_id");
  if (afterId !== undefined && !/^\d{1,18}$/.test(afterId)) errors.start_trn_id = [`The value '${afterId}' is not valid.`];
  const ruid = text("ruid");
  const types = text("transaction_types")
    ?.split(",")
    .map((type) => type.trim());
  if (settings.strictQuery)
    for (const name of query.keys())
      if (!knownNames.includes(name) && name !== settings.pageSizeName) errors[name] = ["Unknown parameter."];
  if (Object.keys(errors).length > 0) throw new ProblemError(validationProblem(errors));
  const accountIndex =
    account === undefined ? undefined : profile.accounts.findIndex(({ accountNumber }) => accountNumber === account);
  if (accountIndex === -1) throw new ProblemError(problem(404, { detail: "There is no such account." }));
  return {
    order,
    ...(accountIndex === undefined ? {} : { account: accountIndex }),
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(toMs === undefined ? {} : { toMs }),
    ...(sign ? { sign } : {}),
    ...(types ? { types } : {}),
    ...(afterId === undefined ? {} : { afterId: Number(afterId) }),
    ...(ruid === undefined ? {} : { ruid }),
  };
}

function demandTimes(query: URLSearchParams): void {
  const errors: FieldErrors = {};
  for (const name of ["from_date", "to_date"])
    if (/^\d{4}-\d\d-\d\d$/.test(query.get(name) ?? "")) errors[name] = [`The value '${query.get(name)}' is not a date-time.`];
  if (Object.keys(errors).length > 0) throw new ProblemError(validationProblem(errors, 422));
}

type Edge = "first" | "last" | "midnight";

/**
 * A day counts completely, or as its first instant; an instant to the second. The end is exclusive. Times without a zone
 * are `aheadMs` ahead of UTC.
 */
function readTime(
  { text, name, edge, offset }: { text: string | undefined; name: string; edge: Edge; offset: number },
  errors: FieldErrors,
): number | undefined {
  if (text === undefined || text === "") return undefined;
  const aheadMs = offset * 60_000;
  try {
    if (/^\d{4}-\d\d-\d\d$/.test(text))
      return (edge === "last" ? endOfDay(text, "UTC") : startOfDay(text, "UTC")).getTime() - aheadMs;
    const ms = /Z|[+-]\d\d:\d\d$/.test(text) ? Date.parse(text) : Date.parse(`${text}Z`) - aheadMs;
    if (Number.isFinite(ms)) return edge === "first" ? ms : ms + 1_000;
  } catch {}
  errors[name] = [`The value '${text}' is not valid.`];
  return undefined;
}

function oneOf<Word extends string>(
  text: string | undefined,
  words: readonly Word[],
  name: string,
  errors: FieldErrors,
): Word | undefined {
  if (text === undefined) return undefined;
  const found = words.find((word) => word === text);
  if (!found) errors[name] = [`The value '${text}' is not valid.`];
  return found;
}
