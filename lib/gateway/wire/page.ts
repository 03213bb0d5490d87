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

/** The rows of a bare list or of an envelope under any of the names gateways use; undefined when there is none. */
export function findList(body: WireValue): WireValue[] | undefined {
  if (Array.isArray(body)) return body;
  if (!isWireRecord(body)) return undefined;
  const read = new WireReader(body);
  for (const name of listNames) {
    const value = read.value(name);
    if (Array.isArray(value)) return value;
    if (isWireRecord(value)) {
      const inner = findList(value);
      if (inner) return inner;
    }
  }
  return undefined;
}

/** One page, flat (page, page_size…) or nested (`pagination`). Rows that are no records are not rows. Undefined: no list. */
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
  const pageSize = source.count("page_size", "size", "per_page") ?? asked.pageSize;
  const totalPages = source.count("total_pages");
  const totalCount = source.count("total_count", "total");
  const said = source.flag("has_next_page", "has_next");
  const hasNext = said ?? hasMore({ page, pageSize, totalPages, totalCount, received: list.length, isBare: Array.isArray(body) });
  return { rows, page, pageSize, totalPages, totalCount, hasNext: hasNext && list.length > 0 };
}

type PageFacts = {
  page: number;
  pageSize: number;
  totalPages: number | null;
  totalCount: number | null;
  received: number;
  isBare: boolean;
};

function hasMore({ page, pageSize, totalPages, totalCount, received, isBare }: PageFacts): boolean {
  if (totalPages !== null) return page < totalPages;
  if (totalCount !== null) return page * pageSize < totalCount;
  return !isBare && received >= pageSize;
}
