import { addDays, dayOf } from "#lib/core/days.ts";
import { type DateMemory, dateForms, toDates } from "../resources/transaction-dates.ts";
import { WireReader } from "../wire/reader.ts";
import { type Asked, type Asker, isRefused, listPath, type Query } from "./asker.ts";
import type { Findings } from "./findings.ts";

type Form = DateMemory["form"];
type Parts = { asker: Asker; findings: Findings; accountNumbers: readonly string[]; dateForm: Form };

/** A list query that this gateway accepts, and its newest rows. */
export type ListQuestion = { query: Query; newest: Asked };

/** A longer range may be refused; a shorter one may have no rows. */
const windowDays = [730, 31, 1];
const accountsTried = 3;
const pagesTried = 5;

/** Finds which parameters the list requires and accepts. Undefined when every query was refused. */
export async function probeList(parts: Parts): Promise<ListQuestion | undefined> {
  const { asker, findings } = parts;
  const [account] = parts.accountNumbers;
  const bare = await asker.ask(listPath, { page: "1" });
  const needsAccount = isRefused(bare) && names(bare, /account/);
  const needsDates = isRefused(bare) && names(bare, /date/);
  const base: Query = { page: "1", ...(needsAccount ? { account_number: account } : {}) };
  if (needsAccount && account === undefined) {
    if (bare.fields.length > 0) findings.add("account_number", "required", bare);
    return undefined;
  }
  const dated = await findDates(parts, base);
  if (!dated && (needsDates || isRefused(bare))) return undefined;
  if (!isRefused(bare)) await addOptional(parts, { bare, dated });
  else await addRequired(parts, { bare, base, dated });
  const query = isRefused(bare) ? { ...base, ...(needsDates ? dated?.dates : {}) } : base;
  const newest = await findNewest(parts, query);
  if (dated?.form === "days") await probeLastDay(asker, findings, newest);
  return { query: newest.query, newest: newest.asked };
}

/** An error that names no field may concern any. */
function names({ fields }: Asked, pattern: RegExp): boolean {
  return fields.length === 0 || fields.some((field) => pattern.test(field));
}

type Dated = { form: Form; dates: Query; asked: Asked };

/** The date format that the gateway accepts, and whether it accepts future days. */
async function findDates({ asker, findings, dateForm }: Parts, base: Query): Promise<Dated | undefined> {
  const refused: Asked[] = [];
  for (const days of windowDays) {
    for (const form of [dateForm, ...dateForms.filter((other) => other !== dateForm)]) {
      const dates = toQuery(form, { from: dayFromNow(-days), to: dayFromNow(0) });
      const asked = await asker.ask(listPath, { ...base, ...dates });
      if (isRefused(asked)) {
        refused.push(asked);
        continue;
      }
      findings.add("date_form", form, ...refused.slice(0, 1), asked);
      // The shortest possible range, since the gateway may refuse long ones.
      const later = await asker.ask(listPath, { ...base, ...toQuery(form, { from: dayFromNow(-1), to: dayFromNow(3) }) });
      const isLaterRefused = isRefused(later);
      if (!isLaterRefused || mayConcern(later, /date/))
        findings.add("future_dates", isLaterRefused ? "refused" : "accepted", later);
      return { form, dates, asked };
    }
  }
  return undefined;
}

function toQuery(form: Form, days: { from?: string; to?: string }): Query {
  const { from, to } = toDates(days, form, "UTC");
  return { ...(from === undefined ? {} : { from_date: from }), ...(to === undefined ? {} : { to_date: to }) };
}

function dayFromNow(days: number): string {
  return addDays(dayOf(new Date(), "UTC"), days);
}

/** The query without parameters was accepted: finds which parameters are accepted too. */
async function addOptional(
  { asker, findings, accountNumbers }: Parts,
  { bare, dated }: { bare: Asked; dated: Dated | undefined },
) {
  if (dated) findings.add("dates", "optional", bare, dated.asked);
  else await addUndated({ asker, findings }, bare);
  const [account_number] = accountNumbers;
  const named = account_number === undefined ? [] : [await asker.ask(listPath, { page: "1", account_number })];
  const [refusal] = named.filter(isRefused);
  if (!refusal || mayConcern(refusal, /account/))
    findings.add("account_number", refusal ? "refused" : "optional", bare, ...named);
}

/** No format was accepted for both dates: finds whether the dates or their range are refused. */
async function addUndated({ asker, findings }: Pick<Parts, "asker" | "findings">, bare: Asked): Promise<void> {
  const asked = await asker.ask(listPath, { page: "1", ...toQuery("days", { from: dayFromNow(-1) }) });
  if (isRefused(asked) && mayConcern(asked, /date/)) findings.add("dates", "refused", bare, asked);
}

/** An error about the parameter itself, not about this account or day. */
function mayConcern(asked: Asked, pattern: RegExp): boolean {
  return (asked.status === 400 || asked.status === 422) && names(asked, pattern);
}

type Refused = { bare: Asked; base: Query; dated: Dated | undefined };

/** The query without parameters was refused: finds which of the two is required. */
async function addRequired({ asker, findings }: Parts, { bare, base, dated }: Refused): Promise<void> {
  if (base.account_number !== undefined && dated) {
    const without = await asker.ask(listPath, { page: "1", ...dated.dates });
    findings.add("account_number", isRefused(without) ? "required" : "optional", bare, without);
  } else if (dated) findings.add("account_number", "optional", dated.asked);
  const undated = base.account_number === undefined ? bare : await asker.ask(listPath, base);
  findings.add("dates", isRefused(undated) ? "required" : "optional", undated, ...(dated ? [dated.asked] : []));
}

type Row = Asked["rows"][number];
type Newest = { query: Query; asked: Asked };

/** The newest rows of the first account that has any. */
async function findNewest({ asker, accountNumbers }: Parts, query: Query): Promise<Newest> {
  const accounts = query.account_number === undefined ? [undefined] : accountNumbers.slice(0, accountsTried);
  let found: Newest | undefined;
  for (const account_number of accounts) {
    const own = account_number === undefined ? query : { ...query, account_number };
    found = { query: own, asked: await asker.ask(listPath, { ...own, order: "Descending" }) };
    if (found.asked.rows.length > 0) break;
  }
  return found ?? { query, asked: await asker.ask(listPath, query) };
}

/** A query for only the day of the newest row returns that row only where to_date includes the whole day. */
async function probeLastDay(asker: Asker, findings: Findings, { query, asked }: Newest): Promise<void> {
  const newest = (await findLate(asker, { query, asked })) ?? asked.rows[0];
  const text = newest && dateOf(newest);
  if (!text || !hasTime(text)) return;
  const day = text.slice(0, 10);
  const own = await asker.ask(listPath, { ...query, from_date: day, to_date: day });
  if (isRefused(own)) return;
  const isWhole = own.rows.some((row) => (dateOf(row) ?? "").startsWith(day) && isLate(row));
  if (isWhole || own.rows.length === 0) findings.add("last_day", isWhole ? "whole" : "midnight", own);
}

/** The newest row late in its day, on the first few pages: where few people pay at those hours, one page may have none. */
async function findLate(asker: Asker, { query, asked }: Newest): Promise<Row | undefined> {
  let { rows } = asked;
  for (let page = 2; page <= pagesTried && rows.length > 0 && !rows.some(isLate); page++)
    rows = (await asker.ask(listPath, { ...query, order: "Descending", page: String(page) })).rows;
  return rows.find(isLate);
}

/** Up to 14 hours may differ because the gateway writes its dates in another zone than it reads them in. */
function isLate(row: Row): boolean {
  return hourOf(row) >= 14;
}

function dateOf(row: Row): string | null {
  return new WireReader(row).text("date", "transaction_date");
}

function hourOf(row: Row): number {
  return Number((dateOf(row) ?? "").slice(11, 13));
}

/** Later than the first instant of its day. */
function hasTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) && !/[T ]00:00(?::00)?/.test(text);
}
