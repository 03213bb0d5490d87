import type { Operation } from "#lib/contract/operation.ts";

/** Operations as test cases. */
export function named(list: readonly Operation[]): (readonly [string, Operation])[] {
  return list.map((operation) => [`${operation.method.toUpperCase()} ${operation.path}`, operation] as const);
}

/** The address of an operation: by default for the sandbox's merchant corner-cafe, with ids that do not exist. */
export function addressOf({ path }: Operation, params: Record<string, string> = {}): string {
  const given: Record<string, string> = { environment: "sandbox", merchant: "corner-cafe", ...params };
  const query = path.endsWith("/find") ? "?q=A" : "";
  return path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(given[key] ?? crypto.randomUUID())) + query;
}
