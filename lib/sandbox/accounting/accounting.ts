import { json } from "../http.ts";
import { type LedgerRow, toWireTime } from "../ledger/ledger-row.ts";
import type { MerchantProfile } from "../merchant-profile.ts";
import { problem, validationProblem } from "../problem.ts";
import type { World } from "../world.ts";
import { toDetail } from "./detail.ts";
import { readPaging, toFlatPage } from "./paging.ts";
import { readFilters } from "./read-filters.ts";

/** GET /accounting/v1/accounts. */
export function listAccounts(world: World, profile: MerchantProfile, query: URLSearchParams): Response {
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

/** GET /accounting/v1/transactions, with every query parameter of the vendor's OpenAPI document. */
export async function listTransactions(world: World, profile: MerchantProfile, query: URLSearchParams): Promise<Response> {
  const paging = readPaging(world, query);
  const filters = readFilters(world, profile, query);
  const ledger = await world.ledgerOf(profile);
  const delayMs = world.settings.listingDelayMs;
  const { rows, total } = await ledger.list({ ...filters, delayMs, page: paging.page, size: paging.size });
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
  return { ...inOffset(world, row), transaction_amount: amount, ...world.unknown() };
}

/** The row with its time in the configured offset; the ledger itself uses UTC. */
function inOffset({ settings }: World, row: LedgerRow): LedgerRow {
  return { ...row, date: toWireTime(Date.parse(`${row.date}Z`), settings.dateOffsetMinutes) };
}

/** GET /accounting/v1/transactions/{payment_reference}. */
export async function getTransaction(world: World, profile: MerchantProfile, reference: string): Promise<Response> {
  const [row, ...others] = (await (await world.ledgerOf(profile)).findReferences([reference])).get(reference) ?? [];
  if (row) return json({ ...shapeDetail(world, [row, ...others], profile), ...world.unknown() });
  return problem(world.settings.unknownReference === "bad_request" ? 400 : 404);
}

/** GET /accounting/v1/transactions/multiple: a bare list; unknown references are left out, or lead to 404. */
export async function getMultiple(world: World, profile: MerchantProfile, query: URLSearchParams): Promise<Response> {
  const { multipleMax, overMultipleMax, unknownInMultiple, referencesInMultiple: written } = world.settings;
  const references = (query.get("payment_references") ?? "").split(",").filter((reference) => reference !== "");
  if (references.length === 0) return validationProblem({ payment_references: ["The payment_references field is required."] });
  if (references.length > multipleMax && overMultipleMax === "refused")
    return validationProblem({ payment_references: [`At most ${multipleMax} references.`] });
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
  return json(details.slice(0, multipleMax));
}

type Rows = readonly [LedgerRow, ...LedgerRow[]];

function shapeDetail(world: World, [row, ...others]: Rows, profile: MerchantProfile) {
  const detail = toDetail([inOffset(world, row), ...others.map((other) => inOffset(world, other))], profile);
  if (world.settings.detailShape === "labelled") return detail;
  return {
    transaction: { kind: detail.general, values: Object.fromEntries(detail.details.map(({ label, value }) => [label, value])) },
  };
}
