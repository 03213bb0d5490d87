import { z } from "zod";
import { dayMs } from "#lib/core/days.ts";
import { startOfDay } from "#lib/core/zoned-time.ts";
import { readVersionedJson } from "../http.ts";
import type { LedgerRow } from "../ledger/ledger-row.ts";
import type { MerchantProfile } from "../merchant-profile.ts";
import { ProblemError, problem } from "../problem.ts";
import type { World } from "../world.ts";
import { documentTypes, toStatement } from "./statement.ts";

const pageRows = 1_000;

const statementSchema = z.object({
  account_number: z.string().min(1, "The account_number field is required."),
  document_type: z.enum(documentTypes),
  /** A day, or a time of it. */
  date: z.string().refine(isDay, "The date is not valid."),
});

/** POST /accounting/v1/accounts/statements: one account's day as MT940 text. */
export async function getStatement(world: World, profile: MerchantProfile, request: Request): Promise<Response> {
  const body = await readVersionedJson(world, request, statementSchema);
  const index = profile.accounts.findIndex(({ accountNumber }) => accountNumber === body.account_number);
  const account = profile.accounts[index];
  if (!account) throw new ProblemError(problem(404, { detail: "There is no such account." }));
  const day = body.date.slice(0, 10);
  const rows = await readDay(world, profile, { account: index, day });
  const text = toStatement({ account, type: body.document_type, day, rows });
  return new Response(text, { headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" } });
}

async function readDay(
  world: World,
  profile: MerchantProfile,
  { account, day }: { account: number; day: string },
): Promise<LedgerRow[]> {
  const ledger = await world.ledgerOf(profile);
  const fromMs = startOfDay(day, "UTC").getTime() - world.settings.dateOffsetMinutes * 60_000;
  const asked = { account, fromMs, toMs: fromMs + dayMs, order: "Ascending", size: pageRows } as const;
  const rows: LedgerRow[] = [];
  for (let page = 1; ; page++) {
    const listed = await ledger.list({ ...asked, page });
    rows.push(...listed.rows);
    if (listed.rows.length === 0 || rows.length >= listed.total) return rows;
  }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d(T|$)/.test(text)) return false;
  try {
    return Number.isFinite(startOfDay(text.slice(0, 10), "UTC").getTime());
  } catch {
    return false;
  }
}
