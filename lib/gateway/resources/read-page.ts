import { AppError } from "#lib/core/errors.ts";
import type { BusinessRequest, Caller } from "../business-call.ts";
import type { GatewayPage } from "../records.ts";
import type { WireRecord } from "../wire/exact-json.ts";
import { toPage } from "../wire/page.ts";

type PageOf<Row> = {
  path: string;
  query?: BusinessRequest["query"];
  page: number;
  pageSize: number;
  pageSizeName: string;
  toRow: (record: WireRecord) => Row | undefined;
};

const pagesMax = 200;

/** One page of any list. Throws gateway_protocol when the answer holds no list. */
export async function readPage<Row>(
  caller: Caller,
  { path, query, page, pageSize, pageSizeName, toRow }: PageOf<Row>,
): Promise<GatewayPage<Row>> {
  const body = await caller.read({
    method: "GET",
    path,
    query: { ...query, page: String(page), [pageSizeName]: String(pageSize) },
  });
  const read = toPage(body, { page, pageSize }, toRow);
  if (!read) throw new AppError("gateway_protocol", { message: "The gateway answered without a list." });
  return read;
}

/** All pages of a short list, such as accounts and terminals; a page that brings nothing new is the end. */
export async function readAllPages<Row>(caller: Caller, options: Omit<PageOf<Row>, "page">): Promise<Row[]> {
  const rows = new Map<string, Row>();
  for (let page = 1; page <= pagesMax; page++) {
    const before = rows.size;
    const read = await readPage(caller, { ...options, page });
    for (const row of read.rows) rows.set(JSON.stringify(row), row);
    if (rows.size === before || (!read.hasNext && rows.size >= (read.totalCount ?? 0))) break;
  }
  return [...rows.values()];
}
