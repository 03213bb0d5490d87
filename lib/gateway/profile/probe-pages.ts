import { isWireRecord, type WireRecord } from "../wire/exact-json.ts";
import { findList, toPage } from "../wire/page.ts";
import { WireReader } from "../wire/reader.ts";
import { type Asked, type Asker, isRefused, listPath, type Query } from "./asker.ts";
import type { Findings } from "./findings.ts";
import type { ListQuestion } from "./probe-list.ts";

type Parts = { asker: Asker; findings: Findings; list: ListQuestion; sizeName: string };

const sizeNames = ["size", "page_size", "pageSize", "limit", "per_page"];
const sizesTried = [500, 200, 100, 50, 20, 10];
const fewRows = 2;
/** No gateway has smaller pages; fewer rows may be new arrivals rather than a page. */
const pageRowsMin = 10;
const meanwhileMax = 3;
/** Maximum number of pages in which references for a bulk lookup are collected. */
const furtherPages = 4;
const referencesWanted = 50;

/** Finds the paging and format of the list. Returns references of its rows. */
export async function probePages(parts: Parts): Promise<string[]> {
  const { asker, findings, list } = parts;
  const { newest } = list;
  addForm(findings, newest);
  const sizeName = await findSizeName(parts);
  const largest = sizeName === undefined ? newest : await findLargest(parts, sizeName);
  const isHonoured = await probePageNumber(parts, { sizeName, rowsMax: Math.max(newest.rows.length, largest.rows.length) });
  const pages = [newest, largest];
  const wide = { ...list.query, order: "Descending", ...sizeOf(sizeName, largest.rows.length) };
  for (let page = 2; isHonoured && page <= 1 + furtherPages && referencesOf(pages).length < referencesWanted; page++) {
    const further = await asker.ask(listPath, { ...wide, page: String(page) });
    if (further.rows.length === 0) break;
    pages.push(further);
  }
  await addDebitSign(parts, pages);
  return referencesOf(pages);
}

function addForm(findings: Findings, newest: Asked): void {
  const { body } = newest;
  if (!isWireRecord(body)) return;
  const list = findList(body);
  const name = Object.entries(body).find(([, value]) => value === list)?.[0];
  if (name !== undefined) findings.add("list_name", name, newest);
  const { totalCount, totalPages } = factsOf(newest);
  findings.add("paging_facts", totalCount === null && totalPages === null ? "absent" : "announced", newest);
}

function factsOf({ body }: Asked): { totalCount: number | null; totalPages: number | null; size: number | null } {
  const page = body === undefined ? undefined : toPage(body, { page: 1, pageSize: 0 }, (row) => row);
  const { totalCount = null, totalPages = null, pageSize = 0 } = page ?? {};
  return { totalCount, totalPages, size: pageSize > 0 ? pageSize : null };
}

async function findSizeName({ asker, findings, list, sizeName }: Parts): Promise<string | undefined> {
  const refused: Asked[] = [];
  for (const name of [sizeName, ...sizeNames.filter((other) => other !== sizeName)]) {
    const asked = await asker.ask(listPath, { ...list.query, [name]: String(fewRows) });
    if (isRefused(asked)) {
      refused.push(asked);
      continue;
    }
    const { size } = factsOf(asked);
    const isCut = asked.rows.length === fewRows && list.newest.rows.length > fewRows;
    if (!isCut && size !== fewRows) continue;
    findings.add("page_size_name", name, ...refused.slice(0, 1), asked);
    return name;
  }
  return undefined;
}

function sizeOf(name: string | undefined, size: number): Query {
  return name === undefined || size === 0 ? {} : { [name]: String(size) };
}

/** The largest page size of this gateway. */
async function findLargest({ asker, findings, list }: Parts, name: string): Promise<Asked> {
  const refused: Asked[] = [];
  for (const size of sizesTried) {
    const query = { ...list.query, order: "Descending", [name]: String(size) };
    const asked = await asker.ask(listPath, query);
    if (isRefused(asked)) {
      refused.push(asked);
      continue;
    }
    const facts = factsOf(asked);
    const receivedCount = asked.rows.length;
    if (receivedCount >= size || refused.length > 0) findings.add("page_size_max", size, ...refused.slice(-1), asked);
    // A total beside few rows may only count the rows of this page.
    else if (facts.size !== null && facts.size > receivedCount && facts.size <= size)
      findings.add("page_size_max", facts.size, asked);
    else if (receivedCount >= pageRowsMin) {
      const { totalCount } = facts;
      const more = totalCount === null ? await findMore(asker, query, asked) : totalCount > receivedCount ? asked : undefined;
      if (more) findings.add("page_size_max", receivedCount, asked, ...(more === asked ? [] : [more]));
    }
    return asked;
  }
  return list.newest;
}

/** Rows that were not on the page: on a second one, or at the other end of the list. */
async function findMore(asker: Asker, query: Query, first: Asked): Promise<Asked | undefined> {
  const known = new Set(first.rows.map(toKey));
  for (const further of [{ page: "2" }, { order: "Ascending" }]) {
    const asked = await asker.ask(listPath, { ...query, ...further });
    if (asked.rows.filter((row) => !known.has(toKey(row))).length > meanwhileMax) return asked;
  }
  return undefined;
}

function toKey(row: WireRecord): string {
  return new WireReader(row).text("id", "transaction_id") ?? JSON.stringify(row);
}

/** Oldest first, so that new rows do not shift the pages. */
async function probePageNumber(
  { asker, findings, list }: Parts,
  { sizeName, rowsMax }: { sizeName: string | undefined; rowsMax: number },
): Promise<boolean> {
  const query = { ...list.query, order: "Ascending", ...sizeOf(sizeName, fewRows) };
  const first = await asker.ask(listPath, { ...query, page: "1" });
  const second = await asker.ask(listPath, { ...query, page: "2" });
  if (first.rows.length === 0 || second.rows.length === 0) return false;
  const known = new Set(first.rows.map(toKey));
  const isHonoured = second.rows.some((row) => !known.has(toKey(row)));
  // A list that fits on its first page may return that page for any page number.
  if (isHonoured || rowsMax > first.rows.length || (factsOf(first).totalCount ?? 0) > first.rows.length) {
    findings.add("page_number", isHonoured ? "honoured" : "ignored", first, second);
  }
  return isHonoured;
}

async function addDebitSign({ asker, findings, list }: Parts, pages: readonly Asked[]): Promise<void> {
  const isDebit = (row: WireRecord) => /^d/i.test(new WireReader(row).text("sign") ?? "");
  const known = pages.find(({ rows }) => rows.some(isDebit));
  const asked = known ?? (await asker.ask(listPath, { ...list.query, sign: "Debit" }));
  const row = asked.rows.find(isDebit);
  const amount = row && new WireReader(row).text("transaction_amount", "amount");
  if (amount && /[1-9]/.test(amount)) findings.add("debit_sign", amount.startsWith("-") ? "negative" : "positive", asked);
}

/** References that can be sent in a list. */
function referencesOf(pages: readonly Asked[]): string[] {
  const references = pages.flatMap(({ rows }) =>
    rows.flatMap((row) => new WireReader(row).text("payment_reference", "reference") ?? []),
  );
  return [...new Set(references)].filter((reference) => /^[A-Za-z0-9._-]{4,60}$/.test(reference)).slice(0, referencesWanted);
}
