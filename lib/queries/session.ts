import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { signedInSchema, whoAmISchema } from "../contract/session.ts";
import { fetchJson } from "./fetch-json.ts";

/** Who is signed in, with role and rights. */
export function whoAmIQuery() {
  return queryOptions({
    queryKey: ["session"],
    queryFn: ({ signal }) => fetchJson("/api/session", { schema: whoAmISchema, signal }),
    staleTime: 60_000,
  });
}

export function signIn(input: { email: string; password: string }) {
  return fetchJson("/api/session", { method: "POST", body: input, schema: signedInSchema });
}

export function signOut(): Promise<unknown> {
  return fetchJson("/api/session", { method: "DELETE", schema: z.unknown() });
}
