import type { z } from "zod";
import { listTransactionsInput, type transactionConditionsSchema } from "#lib/contract/transaction.ts";
import { normaliseIdentifier } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import type { WholeDays } from "#lib/db/transaction-sums/transaction-sums.ts";
import type { TransactionPageQuery, TransactionQuery } from "#lib/db/transactions/transaction-list.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { toTagMark } from "../tags/tag-mark.ts";
import { parseCursor } from "./keyset-cursor.ts";
import type { AskedMerchants } from "./narrow-scope.ts";
import { type TimeRange, toTimeRange } from "./time-range.ts";

export type ParsedConditions = {
  query: Omit<TransactionQuery, "environment" | "merchantIds"> & WholeDays;
  days: TimeRange["days"];
  merchants: AskedMerchants;
};

export type ParsedList = ParsedConditions & {
  query: Omit<TransactionPageQuery, "environment" | "merchantIds">;
  /** The filter and order that a cursor of this list is bound to. */
  list: unknown;
};

type Place = { zone: string; vault: Pick<Vault, "hash"> };

/** Validates the parameters of a list. Throws `invalid_input` naming the field. `scope` is part of the list's identity. */
export function parseList(input: unknown, { scope, ...place }: Place & { scope: string }): ParsedList {
  const { limit, cursor, order, fees, ...conditions } = parseInput(listTransactionsInput, input);
  const list = { scope, order, fees, ...conditions };
  const { query, days, merchants } = toConditions(conditions, place);
  const after = cursor === undefined ? undefined : parseCursor(cursor, list);
  const { type, q, card, orderNumber, tag } = conditions;
  const isBrowsed = [type, q, card, orderNumber, tag].every((value) => value === undefined);
  const folded = fees === "folded" && isBrowsed ? { fees } : {};
  return { query: { ...query, ...folded, order, after, isBackward: after?.isBackward ?? false, limit }, days, merchants, list };
}

/** A filter as the database query needs it. Throws `invalid_input` when its end is before its start. */
export function toConditions(filter: z.output<typeof transactionConditionsSchema>, { zone, vault }: Place): ParsedConditions {
  const { from, to, zone: ofDays, q, orderNumber, merchant, group, tag, ...filters } = filter;
  const { days, ...range } = toTimeRange({ from, to, zone: ofDays }, zone);
  const normalised = (text: string | undefined) => (text === undefined ? undefined : normaliseIdentifier(text));
  const identified = { identifier: normalised(q), orderNumber: normalised(orderNumber), tag: toTagMark(vault, tag) };
  const merchants = { slugs: merchant?.split(","), group };
  return { query: { ...filters, ...range, ...identified }, days, merchants };
}
