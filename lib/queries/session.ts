import { queryOptions } from "@tanstack/react-query";
import type { Language } from "../core/languages.ts";
import { fetchJson } from "./fetch-json.ts";

/** Who is signed in, with role and rights. */
export function whoAmIQuery() {
  return queryOptions({
    queryKey: ["session"],
    queryFn: ({ signal }) =>
      fetchJson("/api/session", { schema: async () => (await import("../contract/session.ts")).whoAmISchema, signal }),
    staleTime: 60_000,
  });
}

export function signIn(input: { email: string; password: string }) {
  return fetchJson("/api/session", {
    method: "POST",
    body: input,
    schema: async () => (await import("../contract/session.ts")).signInAnswerSchema,
  });
}

export function signInWithCode(input: { code: string }) {
  return fetchJson("/api/session/totp", {
    method: "POST",
    body: input,
    schema: async () => (await import("../contract/session.ts")).signedInSchema,
  });
}

export function signOut(): Promise<unknown> {
  return fetchJson("/api/session", { method: "DELETE" });
}

export function prove(input: { password: string; code?: string }): Promise<unknown> {
  return fetchJson("/api/session/proof", { method: "POST", body: input });
}

/** One's own account: second factor and sessions. */
export function accountQuery() {
  return queryOptions({
    queryKey: ["account"],
    queryFn: ({ signal }) =>
      fetchJson("/api/session/account", { schema: async () => (await import("../contract/session.ts")).accountSchema, signal }),
  });
}

export function changePassword(input: { current: string; password: string }): Promise<unknown> {
  return fetchJson("/api/session/password", { method: "POST", body: input });
}

export function beginSecondFactor() {
  return fetchJson("/api/session/second-factor", {
    method: "POST",
    schema: async () => (await import("../contract/session.ts")).newSecondFactorSchema,
  });
}

export function confirmSecondFactor(input: { code: string }) {
  return fetchJson("/api/session/second-factor/confirm", {
    method: "POST",
    body: input,
    schema: async () => (await import("../contract/session.ts")).recoveryCodesSchema,
  });
}

export function dropSecondFactor(): Promise<unknown> {
  return fetchJson("/api/session/second-factor", { method: "DELETE" });
}

/** Ends one of one's own sessions, or all others. */
export function endSession(id: string | undefined): Promise<unknown> {
  const path = id === undefined ? "/api/session/sessions" : `/api/session/sessions/${encodeURIComponent(id)}`;
  return fetchJson(path, { method: "DELETE" });
}

export function lookAtInvitation(token: string) {
  return queryOptions({
    queryKey: ["invitation", token],
    queryFn: ({ signal }) =>
      fetchJson("/api/invitations/look", {
        method: "POST",
        body: { token },
        schema: async () => (await import("../contract/session.ts")).invitationSchema,
        signal,
      }),
    retry: false,
  });
}

export function acceptInvitation(input: { token: string; email?: string; password: string }) {
  return fetchJson("/api/invitations/accept", {
    method: "POST",
    body: input,
    schema: async () => (await import("../contract/session.ts")).acceptanceSchema,
  });
}

/** Keeps the language with the person's account. */
export function keepLanguage(language: Language): Promise<unknown> {
  return fetchJson("/api/session/language", { method: "POST", body: { language } });
}

/** Begins or ends showing this session on a shared screen. */
export function present(on: boolean): Promise<unknown> {
  return fetchJson("/api/session/presentation", { method: "POST", body: { on } });
}
