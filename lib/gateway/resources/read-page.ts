import { AppError } from "#lib/core/errors.ts";
import { gatewayText } from "#lib/gateway/texts.ts";
import type { BusinessRequest, Caller } from "../api-client.ts";
import { gatewayRefusal } from "../error-response.ts";
import type { GatewayPage } from "../records.ts";
import type { WireRecord, WireValue } from "../wire/exact-json.ts";
import { toPage } from "../wire/page.ts";

type PageOf<Row> = {
  path: string;
  query?: BusinessRequest["query"];
  page: number;
  pageSize: number;
  pageSizeName: string;
  toRow: (record: WireRecord) => Row | undefined;
  onDate?: BusinessRequest["onDate"];
};

const pagesMax = 200;

/** Tried where a gateway refuses the page size: fewer rows, finally the gateway's default. */
const smallerSizes = [50, 20, undefined];

/** The page size that each gateway accepted instead of the requested one; undefined: no page size is sent. */
const taken = new WeakMap<Caller, { pageSize: number | undefined }>();

/** One page of any list. Throws gateway_protocol when the response contains no list. */
export async function readPage<Row>(caller: Caller, options: PageOf<Row>): Promise<GatewayPage<Row>> {
  const { page, pageSize, toRow } = options;
  const body = await requestWithSize(caller, options);
  const read = toPage(body, { page, pageSize }, toRow);
  if (!read) throw new AppError("gateway_protocol", { message: gatewayText("gateway_without_list") });
  return read;
}

/** Reuses an accepted page size, so that all pages of one list have the same size. */
async function requestWithSize<Row>(
  caller: Caller,
  { path, query, page, pageSize, pageSizeName: name, onDate }: PageOf<Row>,
): Promise<WireValue> {
  const ask = (size: number | undefined) =>
    caller.read({ method: "GET", path, query: { ...query, page: String(page), [name]: size?.toString() }, onDate });
  const known = taken.get(caller);
  const first = known && (known.pageSize ?? 0) < pageSize ? known.pageSize : pageSize;
  try {
    return await ask(first);
  } catch (refusal) {
    if (first === undefined || !mayConcernSize(refusal, name)) throw refusal;
    for (const size of smallerSizes.filter((item) => (item ?? 0) < first)) {
      try {
        const body = await ask(size);
        taken.set(caller, { pageSize: size });
        return body;
      } catch (next) {
        if (!mayConcernSize(next, name)) throw refusal;
      }
    }
    throw refusal;
  }
}

function mayConcernSize(thrown: unknown, sizeName: string): boolean {
  const refusal = gatewayRefusal(thrown);
  if (refusal?.status !== 400 && refusal?.status !== 422) return false;
  return refusal.fields.some(({ field }) => field === sizeName || /size|limit/i.test(field));
}

/** The documents name 100 as the maximum of lists other than transactions. */
export const shortPageMax = 100;

/** All pages of a short list, such as accounts and terminals; a page without new rows is the end. */
export async function readAllPages<Row>(caller: Caller, options: Omit<PageOf<Row>, "page">): Promise<Row[]> {
  const rows = new Map<string, Row>();
  for (let page = 1; page <= pagesMax; page++) {
    const before = rows.size;
    const read = await readPage(caller, { ...options, pageSize: Math.min(options.pageSize, shortPageMax), page });
    for (const row of read.rows) rows.set(JSON.stringify(row), row);
    if (rows.size === before || (!read.hasNext && rows.size >= (read.totalCount ?? 0))) break;
  }
  return [...rows.values()];
}
