import type { z } from "zod";
import { listTransactionsInput } from "../../contract/transaction.ts";
import { normaliseIdentifier } from "../../core/identifiers.ts";
import { parseInput } from "../../core/parse-input.ts";
import type { TransactionPageQuery } from "../../store/transaction-list.ts";
import { parseCursor } from "./keyset-cursor.ts";
import { type TimeRange, toTimeRange } from "./time-range.ts";

export type ParsedList = {
  query: Omit<TransactionPageQuery, "environment" | "merchantIds">;
  days: TimeRange["days"];
  /** What a cursor of this list is bound to. */
  list: unknown;
};

/** Checks what a list is asked for. Throws `invalid_input` naming the field. `scope` is part of the list's identity. */
export function parseList(input: unknown, { zone, scope }: { zone: string; scope: string }): ParsedList {
  const { limit, cursor, ...filters } = parseInput(listTransactionsInput, input);
  const list = { scope, ...filters };
  const { days, ...range } = toTimeRange(filters, zone);
  const after = cursor === undefined ? undefined : parseCursor(cursor, list);
  return { query: { ...range, ...toConditions(filters), after, limit }, days, list };
}

type Filters = Omit<z.output<typeof listTransactionsInput>, "limit" | "cursor">;

function toConditions({ q, type, sign, currency, account, terminal, amountMin, amountMax, order }: Filters) {
  const identifier = q === undefined ? undefined : normaliseIdentifier(q);
  return { identifier, types: type?.split(","), sign, currency, account, terminal, amountMin, amountMax, order };
}
