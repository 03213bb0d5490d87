import type { z } from "zod";
import type { AnswerOf, Operation, ParameterOf } from "#lib/contract/operation.ts";
import { networkError } from "./api-error.ts";
import { fetchJson, type QueryValues, toQueryString } from "./fetch-json.ts";

type Called = Omit<Operation, "id" | "tag">;

type Given<Asked extends Called> = {
  query?: Asked extends { query: infer Query extends z.ZodObject }
    ? { [Name in keyof z.input<Query>]?: QueryValues[string] }
    : never;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
} & ([ParameterOf<Asked["path"]>] extends [never] ? unknown : { params: Record<ParameterOf<Asked["path"]>, string | null> }) &
  (Asked extends { body: infer Body extends z.ZodType } ? { body: Sendable<z.input<Body>> } : unknown);

/** The same type with read-only lists. */
type Sendable<Value> = Value extends readonly (infer Item)[]
  ? readonly Sendable<Item>[]
  : Value extends object
    ? { [Name in keyof Value]: Sendable<Value[Name]> }
    : Value;

/**
 * Calls an operation of our own `/api` and parses its response with the operation's schema. The contract of a
 * resource is loaded with its first call, so that other pages do not load it. Throws ApiError, see `send`.
 */
export async function callOperation<Table extends Record<string, Called>, Id extends keyof Table>(
  load: () => Promise<Table>,
  id: Id,
  given: Given<Table[Id]>,
): Promise<AnswerOf<Table[Id]>> {
  const operation = await loadOperation(load, id);
  const { params = {}, query = {}, ...sent } = given as { params?: Record<string, string | null>; query?: QueryValues };
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const { schema } = operation.answers[200] ?? operation.answers[201] ?? {};
  return fetchJson(path + toQueryString(query), { ...sent, method: operation.method.toUpperCase(), schema }) as Promise<
    AnswerOf<Table[Id]>
  >;
}

async function loadOperation<Table, Id extends keyof Table>(load: () => Promise<Table>, id: Id): Promise<Table[Id]> {
  try {
    return (await load())[id];
  } catch (cause) {
    throw networkError(cause);
  }
}
