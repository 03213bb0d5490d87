import { endOfDay, startOfDay } from "../../core/zoned-time.ts";
import { json } from "../http.ts";
import type { LedgerRow } from "../ledger/ledger-row.ts";
import type { MerchantProfile } from "../merchant-profile.ts";
import { type FieldErrors, ProblemError, problem, validationProblem } from "../problem.ts";
import type { World } from "../world.ts";
import { toDetail } from "./detail.ts";
import { readPaging, toFlatPage } from "./paging.ts";

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

/** GET /accounting/v1/accounts. */
export function listAccounts(world: World, profile: MerchantProfile, query: URLSearchParams): Response {
  if (world.settings.refuseAccounts) return problem(403);
  const paging = readPaging(world, query);
  const accounts = profile.accounts.map(({ accountNumber, iban, currency, name, isReserve }) => ({
    account_number: accountNumber,
    iban,
    currency,
    name,
    is_reserve: isReserve,
    is_suspense_account: false,
    ...world.unknown(),
  }));
  const rows = accounts.slice((paging.page - 1) * paging.size, paging.page * paging.size);
  return json(toFlatPage(world, rows, paging, accounts.length));
}

/** GET /accounting/v1/transactions, with every query parameter of public-record-gateway.md 4.1. */
export async function listTransactions(world: World, profile: MerchantProfile, query: URLSearchParams): Promise<Response> {
  const paging = readPaging(world, query);
  const filters = readFilters(world, profile, query);
  const ledger = await world.ledgerOf(profile);
  const { rows, total } = await ledger.list({ ...filters, page: paging.page, size: paging.size });
  return json(
    toFlatPage(
      world,
      rows.map((row) => toWireRow(world, row)),
      paging,
      total,
    ),
  );
}

function toWireRow(world: World, row: LedgerRow): Record<string, unknown> {
  const amount = world.settings.negativeDebits ? row.transaction_amount : Math.abs(row.transaction_amount);
  return { ...row, transaction_amount: amount, ...world.unknown() };
}

function readFilters(world: World, profile: MerchantProfile, query: URLSearchParams) {
  const { settings } = world;
  const errors: FieldErrors = {};
  const text = (name: string) => query.get(name) ?? undefined;
  const account = text("account_number");
  if (account === undefined && settings.requireAccount) errors.account_number = ["The account_number field is required."];
  for (const name of ["from_date", "to_date"])
    if (!text(name) && settings.requireDates) errors[name] = [`The ${name} field is required.`];
  if (settings.demandTimes) demandTimes(query);
  const today = new Date(world.now()).toISOString().slice(0, 10);
  for (const name of ["from_date", "to_date"])
    if (settings.refuseFutureDates && (text(name) ?? "").slice(0, 10) > today) errors[name] = ["The date lies in the future."];
  const fromMs = readTime(text("from_date"), "first", "from_date", errors);
  const toMs = readTime(text("to_date"), settings.toDate === "midnight" ? "midnight" : "last", "to_date", errors);
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

/** A day counts whole, or as its first instant; an instant to its second. The last one is exclusive. */
function readTime(
  text: string | undefined,
  edge: "first" | "last" | "midnight",
  name: string,
  errors: FieldErrors,
): number | undefined {
  if (text === undefined || text === "") return undefined;
  try {
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return (edge === "last" ? endOfDay(text, "UTC") : startOfDay(text, "UTC")).getTime();
    const ms = Date.parse(/Z|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`);
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

/** GET /accounting/v1/transactions/{payment_reference}. */
export async function getTransaction(world: World, profile: MerchantProfile, reference: string): Promise<Response> {
  const [row, ...others] = (await (await world.ledgerOf(profile)).findReferences([reference])).get(reference) ?? [];
  return row ? json({ ...shapeDetail(world, [row, ...others], profile), ...world.unknown() }) : problem(404);
}

/** GET /accounting/v1/transactions/multiple: a bare list; references nobody knows are simply absent, or answer 404. */
export async function getMultiple(world: World, profile: MerchantProfile, query: URLSearchParams): Promise<Response> {
  const { multipleMax, unknownInMultiple, referencesInMultiple: written } = world.settings;
  const references = (query.get("payment_references") ?? "").split(",").filter((reference) => reference !== "");
  if (references.length === 0) return validationProblem({ payment_references: ["The payment_references field is required."] });
  if (references.length > multipleMax) return validationProblem({ payment_references: [`At most ${multipleMax} references.`] });
  const wanted = [...new Set(references)];
  const found = await (await world.ledgerOf(profile)).findReferences(wanted);
  if (unknownInMultiple === "not_found" && wanted.some((reference) => !found.has(reference))) return problem(404);
  const details = wanted.flatMap((reference) => {
    const [row, ...others] = found.get(reference) ?? [];
    if (!row) return [];
    const name = written === "lower_case" ? reference.toLowerCase() : reference;
    const named = written === "none" ? {} : { payment_reference: name };
    return [{ ...named, ...shapeDetail(world, [row, ...others], profile), ...world.unknown() }];
  });
  return json(details);
}

function shapeDetail({ settings }: World, rows: readonly [LedgerRow, ...LedgerRow[]], profile: MerchantProfile) {
  const detail = toDetail(rows, profile);
  if (settings.detailShape === "labelled") return detail;
  return {
    transaction: { kind: detail.general, values: Object.fromEntries(detail.details.map(({ label, value }) => [label, value])) },
  };
}
