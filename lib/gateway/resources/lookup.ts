import pLimit from "p-limit";
import { AppError, type ErrorCode, isAppError } from "#lib/core/errors.ts";
import { gatewayText } from "#lib/gateway/texts.ts";
import type { Caller } from "../api-client.ts";
import { gatewayRefusal } from "../error-response.ts";
import type { RecordFact } from "../profile/note-fact.ts";
import type { LookupResult } from "../records.ts";
import type { LookupOptions } from "../requests.ts";
import type { WireValue } from "../wire/exact-json.ts";
import { findList } from "../wire/page.ts";
import { type LookupMemory, standsAlone, toChunks } from "./lookup-chunks.ts";
import { readNamed } from "./lookup-named.ts";
import { getTransaction } from "./transactions.ts";

export const multiplePath = "/accounting/v1/transactions/multiple";
const callsAtOnce = 4;
const signInProblems: ReadonlySet<ErrorCode> = new Set(["merchant_refused", "merchant_waiting", "store_unavailable"]);
/** Too many, too long, or an invalid one; 404 where one of them is unknown. */
const halvingStatuses: ReadonlySet<number> = new Set([400, 404, 413, 414, 422]);

type Lookup = {
  caller: Caller;
  memory: LookupMemory;
  note: RecordFact;
  signal?: AbortSignal | undefined;
  /** Single lookups of all chunks in total. */
  singles: ReturnType<typeof pLimit>;
};

/**
 * GET /accounting/v1/transactions/multiple in chunks. A refused chunk is halved down to one reference. A reference is
 * `missing` only when a reliable response lacks it: a list that contains other requested references, an empty list from a
 * gateway that has been shown to return what it knows, or a 404 of its own address. All others are requested one by one.
 */
export async function lookupReferences(
  caller: Caller,
  references: readonly string[],
  { memory, note, ...options }: LookupOptions & { memory: LookupMemory; note: RecordFact },
): Promise<LookupResult[]> {
  const lookup: Lookup = { caller, memory, note, signal: options.signal, singles: pLimit(callsAtOnce) };
  const results = new Map<string, LookupResult>();
  const look = async (chunk: readonly string[]) => {
    for (const result of (await lookupChunk(lookup, chunk)).results) results.set(result.reference, result);
    options.onProgress?.({ done: results.size, total: references.length });
  };
  const [first = [], ...others] = toChunks(references, memory);
  await look(first);
  const limit = pLimit(callsAtOnce);
  await Promise.all(others.map((chunk) => limit(() => look(chunk))));
  return references.map((reference) => results.get(reference) ?? { reference, verdict: "error", error: "gateway_protocol" });
}

type CheckedPlaces = { results: LookupResult[]; wasRefused: boolean };

async function lookupChunk(lookup: Lookup, chunk: readonly string[]): Promise<CheckedPlaces> {
  const { memory } = lookup;
  const [only] = chunk;
  if (only === undefined) return { results: [], wasRefused: false };
  if (memory.namesNothing || standsAlone(only)) return { results: await lookupSingly(lookup, chunk), wasRefused: false };
  if (chunk.length > memory.sizeMax) return lookupParts(lookup, chunk, memory.sizeMax);
  try {
    return { results: await lookupTogether(lookup, chunk), wasRefused: false };
  } catch (thrown) {
    if (!isAppError(thrown) || signInProblems.has(thrown.code)) throw thrown;
    const status = gatewayRefusal(thrown)?.status ?? 0;
    if (halvingStatuses.has(status) && chunk.length > 1) return halve(lookup, chunk, status);
    if (status === 404) return { results: await lookupSingly(lookup, chunk), wasRefused: true };
    return { results: chunk.map((reference) => ({ reference, verdict: "error", error: thrown.code })), wasRefused: true };
  }
}

/** Saves the size that worked when both halves of a refused chunk succeeded. */
async function halve(lookup: Lookup, chunk: readonly string[], status: number): Promise<CheckedPlaces> {
  const middle = Math.ceil(chunk.length / 2);
  if (status === 404 && middle === 1) return { results: await lookupSingly(lookup, chunk), wasRefused: true };
  const { results, wasRefused } = await lookupParts(lookup, chunk, middle);
  if (!wasRefused && status !== 404 && middle < lookup.memory.sizeMax) {
    lookup.memory.sizeMax = middle;
    const evidence = `GET ${multiplePath}?payment_references=(${chunk.length}) → ${status}, (${middle}) → 200`;
    lookup.note({ question: "multiple_max", answer: middle, evidence });
  }
  return { results, wasRefused: true };
}

async function lookupParts(lookup: Lookup, chunk: readonly string[], size: number): Promise<CheckedPlaces> {
  const looked: CheckedPlaces = { results: [], wasRefused: false };
  for (let at = 0; at < chunk.length; at += size) {
    const { results, wasRefused } = await lookupChunk(lookup, chunk.slice(at, at + size));
    looked.results.push(...results);
    looked.wasRefused ||= wasRefused;
  }
  return looked;
}

async function lookupTogether(lookup: Lookup, chunk: readonly string[]): Promise<LookupResult[]> {
  const { memory } = lookup;
  const list = await requestList(lookup, chunk);
  const { named, strangers } = readNamed(list, chunk);
  if (named.size > 0) memory.isTrusted = true;
  const absent = chunk.filter((reference) => !named.has(reference));
  const isClear = strangers === 0 && memory.isTrusted && (await proveComplete(lookup, { chunk, named: named.size, absent }));
  const rest: LookupResult[] = isClear
    ? absent.map((reference) => ({ reference, verdict: "missing" }))
    : await lookupSingly(lookup, absent);
  if (list.length === 0 && rest.every(({ verdict }) => verdict === "missing")) memory.isTrusted = true;
  if (named.size === 0 && strangers > 0 && chunk.length > 1) {
    memory.namesNothing = true;
    const evidence = `GET ${multiplePath}?payment_references=(${chunk.length}) → 200, none of them named`;
    lookup.note({ question: "multiple_references", answer: "none", evidence });
  }
  const results = new Map(rest.map((result) => [result.reference, result]));
  return chunk.flatMap((reference): LookupResult[] => {
    const detail = named.get(reference);
    const result = results.get(reference);
    return detail ? [{ reference, verdict: "found", detail }] : result ? [result] : [];
  });
}

type Answered = { chunk: readonly string[]; named: number; absent: readonly string[] };

/** Whether references missing from a list are unknown or the list was truncated: checked with a list of two that it lacks. */
async function proveComplete(lookup: Lookup, { chunk, named, absent }: Answered): Promise<boolean> {
  const { memory } = lookup;
  const [first, last] = [absent[0], absent.at(-1)];
  if (first === undefined || last === undefined || chunk.length <= Math.max(2, memory.provedSize)) return true;
  const pair = [...new Set([first, last])];
  const list = await requestList(lookup, pair).catch(unlessSignIn);
  const retried = list && readNamed(list, pair);
  if (retried && retried.named.size > 0) memory.sizeMax = Math.max(1, Math.min(memory.sizeMax, named));
  if (!retried || retried.named.size > 0 || retried.strangers > 0) return false;
  memory.provedSize = chunk.length;
  return true;
}

function unlessSignIn(thrown: unknown): undefined {
  if (!isAppError(thrown) || signInProblems.has(thrown.code)) throw thrown;
}

async function requestList({ caller, signal }: Lookup, chunk: readonly string[]): Promise<WireValue[]> {
  const body = await caller.read({
    method: "GET",
    path: multiplePath,
    query: { payment_references: chunk.join(",") },
    ...(signal ? { signal } : {}),
  });
  const list = findList(body);
  if (!list) throw new AppError("gateway_protocol", { message: gatewayText("gateway_without_details") });
  return list;
}

function lookupSingly(lookup: Lookup, references: readonly string[]): Promise<LookupResult[]> {
  return Promise.all(references.map((reference) => lookup.singles(() => lookupAlone(lookup, reference))));
}

async function lookupAlone({ caller, signal }: Lookup, reference: string): Promise<LookupResult> {
  try {
    return { reference, verdict: "found", detail: await getTransaction(caller, reference, signal) };
  } catch (thrown) {
    if (!isAppError(thrown) || signInProblems.has(thrown.code)) throw thrown;
    return thrown.code === "gateway_not_found"
      ? { reference, verdict: "missing" }
      : { reference, verdict: "error", error: thrown.code };
  }
}
