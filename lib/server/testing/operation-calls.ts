import type { Operation } from "#lib/contract/operation.ts";

/** A list of operations as the cases of a test. */
export function named(list: readonly Operation[]): (readonly [string, Operation])[] {
  return list.map((operation) => [`${operation.method.toUpperCase()} ${operation.path}`, operation] as const);
}

/** Where an operation is called: of the merchant corner-cafe of the sandbox, with ids of nothing, unless told. */
export function addressOf({ path }: Operation, params: Record<string, string> = {}): string {
  const given: Record<string, string> = { environment: "sandbox", merchant: "corner-cafe", ...params };
  const query = path.endsWith("/find") ? "?q=A" : "";
  return path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(given[key] ?? crypto.randomUUID())) + query;
}
