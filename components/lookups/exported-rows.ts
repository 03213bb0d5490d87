import type { QueryClient } from "@tanstack/react-query";
import type { ShownLookupRow } from "#lib/contract/lookup.ts";
import { merchantQuery } from "#lib/queries/merchants.ts";
import { type CheckedRow, merchantsOf, toExportedRow } from "./shown-row.ts";

/** The rows for the file. The names of all their merchants are fetched first: a page knows only some of them. */
export async function toExportedRows(
  client: QueryClient,
  environment: string,
  rows: readonly CheckedRow[],
): Promise<ShownLookupRow[]> {
  const slugs = [...new Set(rows.flatMap(({ merchant, several }) => (several ? merchantsOf(several) : (merchant ?? []))))];
  const merchants = await Promise.all(slugs.map((slug) => client.fetchQuery(merchantQuery(environment, slug))));
  const names = new Map(merchants.flatMap((merchant) => (merchant ? [[merchant.slug, merchant.name]] : [])));
  return rows.map((row) => toExportedRow(row, (slug) => names.get(slug) ?? slug));
}
