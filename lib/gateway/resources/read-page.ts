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
  sizeName: string;
  toRow: (record: WireRecord) => Row | undefined;
};

const pagesMax = 200;

/** One page of any list. Throws gateway_protocol when the answer holds no list. */
export async function readPage<Row>(
  caller: Caller,
  { path, query, page, pageSize, sizeName, toRow }: PageOf<Row>,
): Promise<GatewayPage<Row>> {
  const body = await caller.read({ method: "GET", path, query: { ...query, page: String(page), [sizeName]: String(pageSize) } });
  const read = toPage(body, { page, pageSize }, toRow);
  if (!read) throw new AppError("gateway_protocol", { message: "The gateway answered without a list." });
  return read;
}

/** All pages of a short list, such as accounts and terminals. */
export async function readAllPages<Row>(caller: Caller, options: Omit<PageOf<Row>, "page">): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; page <= pagesMax; page++) {
    const read = await readPage(caller, { ...options, page });
    rows.push(...read.rows);
    if (!read.hasNext) break;
  }
  return rows;
}
