import { queryOptions } from "@tanstack/react-query";
import { findResultSchema } from "../contract/find.ts";
import { fetchJson } from "./fetch-json.ts";

export function findQuery(environment: string, q: string) {
  return queryOptions({
    queryKey: [environment, "*", "find", q],
    queryFn: ({ signal }) =>
      fetchJson(`/api/${environment}/find?q=${encodeURIComponent(q)}`, { schema: findResultSchema, signal }),
    enabled: q !== "",
  });
}
