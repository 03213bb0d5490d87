import pLimit from "p-limit";
import { AppError, type ErrorCode, isAppError } from "#lib/core/errors.ts";
import type { Caller } from "../business-call.ts";
import type { LookupResult, TransactionDetail } from "../records.ts";
import { gatewayRefusal } from "../refusal.ts";
import type { LookupOptions } from "../types.ts";
import { isWireRecord } from "../wire/exact-json.ts";
import { findList } from "../wire/page.ts";
import { isDetailRecord, toTransactionDetail } from "../wire/transaction-detail.ts";
import { getTransaction } from "./transactions.ts";

const chunkMax = 50;
const addressMax = 1_800;
const callsAtOnce = 4;
const signInProblems: ReadonlySet<ErrorCode> = new Set(["merchant_refused", "merchant_waiting", "store_unavailable"]);

/**
 * GET /accounting/v1/transactions/multiple in chunks of at most 50; a 400 halves the chunk down to one before a
 * reference is `error`. A reference with a comma cannot stand in the list and is asked for alone.
 */
export async function lookupReferences(
  caller: Caller,
  references: readonly string[],
  options: LookupOptions = {},
): Promise<LookupResult[]> {
  const limit = pLimit(callsAtOnce);
  const verdicts = new Map<string, LookupResult>();
  const chunks = toChunks(references);
  await Promise.all(
    chunks.map((chunk) =>
      limit(async () => {
        for (const result of await lookupChunk(caller, chunk, options.signal)) verdicts.set(result.reference, result);
        options.onProgress?.({ done: verdicts.size, total: references.length });
      }),
    ),
  );
  return references.map((reference) => verdicts.get(reference) ?? { reference, verdict: "missing" });
}

function toChunks(references: readonly string[]): string[][] {
  const chunks: string[][] = [];
  let chunk: string[] = [];
  let length = 0;
  for (const reference of new Set(references)) {
    if (reference.includes(",")) {
      chunks.push([reference]);
      continue;
    }
    const cost = encodeURIComponent(reference).length + 3;
    if (chunk.length > 0 && (chunk.length >= chunkMax || length + cost > addressMax)) {
      chunks.push(chunk);
      chunk = [];
      length = 0;
    }
    chunk.push(reference);
    length += cost;
  }
  return chunk.length > 0 ? [...chunks, chunk] : chunks;
}

async function lookupChunk(caller: Caller, chunk: string[], signal?: AbortSignal): Promise<LookupResult[]> {
  const [only] = chunk;
  if (chunk.length === 1 && only?.includes(",")) return [await lookupAlone(caller, only)];
  try {
    return await askTogether(caller, chunk, signal);
  } catch (thrown) {
    if (!isAppError(thrown) || signInProblems.has(thrown.code)) throw thrown;
    if (gatewayRefusal(thrown)?.status === 400 && chunk.length > 1) return halve(caller, chunk, signal);
    if (thrown.code === "gateway_not_found") return chunk.map((reference) => ({ reference, verdict: "missing" }));
    return chunk.map((reference) => ({ reference, verdict: "error", error: thrown.code }));
  }
}

async function halve(caller: Caller, chunk: string[], signal?: AbortSignal): Promise<LookupResult[]> {
  const middle = Math.ceil(chunk.length / 2);
  const left = await lookupChunk(caller, chunk.slice(0, middle), signal);
  return [...left, ...(await lookupChunk(caller, chunk.slice(middle), signal))];
}

async function askTogether(caller: Caller, chunk: string[], signal?: AbortSignal): Promise<LookupResult[]> {
  const body = await caller.read({
    method: "GET",
    path: "/accounting/v1/transactions/multiple",
    query: { payment_references: chunk.join(",") },
    ...(signal ? { signal } : {}),
  });
  const list = findList(body);
  if (!list) throw new AppError("gateway_protocol", { message: "The gateway answered without a list of details." });
  const alone = chunk.length === 1 ? chunk[0] : undefined;
  const found = new Map<string, TransactionDetail>();
  for (const entry of list) {
    const detail = isWireRecord(entry) && isDetailRecord(entry) ? toTransactionDetail(entry, alone) : undefined;
    if (detail) found.set(detail.reference, detail);
  }
  return chunk.map((reference) => {
    const detail = found.get(reference);
    return detail ? { reference, verdict: "found", detail } : { reference, verdict: "missing" };
  });
}

async function lookupAlone(caller: Caller, reference: string): Promise<LookupResult> {
  try {
    return { reference, verdict: "found", detail: await getTransaction(caller, reference) };
  } catch (thrown) {
    if (!isAppError(thrown) || signInProblems.has(thrown.code)) throw thrown;
    return thrown.code === "gateway_not_found"
      ? { reference, verdict: "missing" }
      : { reference, verdict: "error", error: thrown.code };
  }
}
