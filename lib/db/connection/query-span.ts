import { activeSpan, type EndSpan, startChildSpan } from "#lib/core/trace-span.ts";

const textMax = 2_000;

/**
 * Begins the span of a query inside a request, a gateway call or a job; undefined outside them. It tells verb and table of
 * the statement, never its text or values. The function ends it.
 */
export function startQuerySpan(query: unknown): EndSpan | undefined {
  if (!activeSpan()) return undefined;
  const text = textOf(query).slice(0, textMax);
  const verb = /^\s*(\w{1,20})/.exec(text)?.[1]?.toUpperCase() ?? "QUERY";
  const table = /\b(?:from|into|update)\s+"?([a-z_]{1,63})\b/i.exec(text)?.[1];
  const summary = table ? `${verb} ${table}` : verb;
  const attributes = { "db.system.name": "postgresql", "db.operation.name": verb, "db.query.summary": summary };
  return startChildSpan({ name: summary, kind: "client", attributes });
}

function textOf(query: unknown): string {
  if (typeof query === "string") return query;
  return typeof query === "object" && query !== null && "text" in query && typeof query.text === "string" ? query.text : "";
}
