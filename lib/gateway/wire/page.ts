import type { GatewayPage } from "../records.ts";
import { isWireRecord, type WireRecord, type WireValue } from "./exact-json.ts";
import { WireReader } from "./reader.ts";

const listNames = [
  "items",
  "transactions",
  "accounts",
  "payments",
  "terminals",
  "transactions_details",
  "data",
  "results",
  "rows",
];

/** The rows of a bare list, of an envelope under any known name, or of its only list; else undefined. */
export function findList(body: WireValue): WireValue[] | undefined {
  return findNamedList(body) ?? findOnlyList(body);
}

function findNamedList(body: WireValue): WireValue[] | undefined {
  if (Array.isArray(body)) return body;
  if (!isWireRecord(body)) return undefined;
  const read = new WireReader(body);
  for (const name of listNames) {
    const value = read.value(name);
    if (Array.isArray(value)) return value;
    if (isWireRecord(value)) {
      const inner = findNamedList(value);
      if (inner) return inner;
    }
  }
  return undefined;
}

/** Members that occur beside a list, or instead of one. */
const besideList = /^(errors?|warnings?|messages?|links?|violations)$/i;
const depthMax = 3;

/** The only list of records in an envelope of any names, the outermost first. */
function findOnlyList(body: WireValue, depth = 0): WireValue[] | undefined {
  if (!isWireRecord(body) || depth > depthMax) return undefined;
  const members = Object.entries(body).flatMap(([name, value]) => (besideList.test(name) ? [] : [value]));
  const lists = members.filter((value) => Array.isArray(value)).filter((list) => list.every(isWireRecord));
  if (lists.length > 0) return lists.length === 1 ? lists[0] : undefined;
  const inner = members.flatMap((value) => {
    const list = findOnlyList(value, depth + 1);
    return list ? [list] : [];
  });
  return inner.length === 1 ? inner[0] : undefined;
}

/** One page, flat (page, page_size…) or nested (`pagination`). Entries that are not records are ignored. Undefined: no list. */
export function toPage<Row>(
  body: WireValue,
  asked: { page: number; pageSize: number },
  toRow: (record: WireRecord) => Row | undefined,
): GatewayPage<Row> | undefined {
  const list = findList(body);
  if (!list) return undefined;
  const rows = list.filter(isWireRecord).flatMap((record) => toRow(record) ?? []);
  const envelope = isWireRecord(body) ? new WireReader(body) : new WireReader({});
  const source = envelope.child("pagination", "paging", "meta") ?? envelope;
  const page = source.count("page", "page_number", "current_page") ?? asked.page;
  const saidSize = source.count("page_size", "size", "per_page");
  const pageSize = saidSize ?? asked.pageSize;
  const totalPages = source.count("total_pages");
  const totalCount = source.count("total_count", "total");
  const announced = source.flag("has_next_page", "has_next");
  // A full first page shows the gateway's real page size, whatever was requested.
  const rowsPerPage = saidSize ?? (page === 1 ? Math.min(list.length, pageSize) : pageSize);
  const hasNext = announced ?? hasMore({ page, rowsPerPage, totalPages, totalCount });
  return { rows, received: list.length, page, pageSize, totalPages, totalCount, hasNext: hasNext && list.length > 0 };
}

type PageFacts = { page: number; rowsPerPage: number; totalPages: number | null; totalCount: number | null };

/** Without a total, a page that is not empty may be followed by another one. */
function hasMore({ page, rowsPerPage, totalPages, totalCount }: PageFacts): boolean {
  if (totalPages !== null) return page < totalPages;
  return totalCount === null || page * rowsPerPage < totalCount;
}
