import { queryOptions } from "@tanstack/react-query";
import type { Language } from "#lib/core/languages.ts";
import { callOperation } from "./call-operation.ts";

const sessionOperations = async () => (await import("#lib/contract/session.ts")).sessionOperations;
const accountOperations = async () => (await import("#lib/contract/account.ts")).accountOperations;

/** The signed-in staff member, with role and permissions. */
export function whoAmIQuery() {
  return queryOptions({
    queryKey: ["session"],
    queryFn: ({ signal }) => callOperation(sessionOperations, "whoAmI", { signal }),
    staleTime: 60_000,
  });
}

export function signIn(input: { email: string; password: string }) {
  return callOperation(sessionOperations, "signIn", { body: input });
}

export function signInWithCode(input: { code: string }) {
  return callOperation(sessionOperations, "signInWithCode", { body: input });
}

/** Uses the one-time link to the sandbox. */
export function signInWithLink(token: string) {
  return callOperation(sessionOperations, "signInWithLink", { body: { token } });
}

export function signOut(): Promise<unknown> {
  return callOperation(sessionOperations, "signOut", {});
}

export function reauthenticate(input: { password: string; code?: string }): Promise<unknown> {
  return callOperation(sessionOperations, "reauthenticate", { body: input });
}

/** The own account: second factor and sessions. */
export function accountQuery() {
  return queryOptions({
    queryKey: ["account"],
    queryFn: ({ signal }) => callOperation(accountOperations, "readAccount", { signal }),
  });
}

export function changePassword(input: { current: string; password: string }): Promise<unknown> {
  return callOperation(accountOperations, "changePassword", { body: input });
}

export function beginSecondFactor() {
  return callOperation(accountOperations, "beginSecondFactor", {});
}

export function confirmSecondFactor(input: { code: string }) {
  return callOperation(accountOperations, "confirmSecondFactor", { body: input });
}

export function dropSecondFactor(): Promise<unknown> {
  return callOperation(accountOperations, "dropSecondFactor", {});
}

/** Ends one of the own sessions, or all others. */
export function endSession(id: string | undefined): Promise<unknown> {
  if (id === undefined) return callOperation(accountOperations, "endOtherSessions", {});
  return callOperation(accountOperations, "endOwnSession", { params: { id } });
}

export function getInvitation(token: string) {
  return queryOptions({
    queryKey: ["invitation", token],
    queryFn: ({ signal }) => callOperation(sessionOperations, "getInvitation", { body: { token }, signal }),
    retry: false,
  });
}

export function acceptInvitation(input: { token: string; email?: string; password: string }) {
  return callOperation(sessionOperations, "acceptInvitation", { body: input });
}

/** Saves the language with the account. */
export function saveLanguage(language: Language): Promise<unknown> {
  return callOperation(accountOperations, "setLanguage", { body: { language } });
}

/** Starts or stops the presentation mode of this session. */
export function present(on: boolean): Promise<unknown> {
  return callOperation(sessionOperations, "present", { body: { on } });
}

/** What an administrator who is new here has tried so far. */
export function getStartedQuery() {
  return queryOptions({
    queryKey: ["get-started"],
    queryFn: ({ signal }) => callOperation(accountOperations, "getStarted", { signal }),
    staleTime: 10_000,
  });
}

export function hideGetStarted(): Promise<unknown> {
  return callOperation(accountOperations, "hideGetStarted", {});
}

/** Sees the sandbox with the rights of a lower role; null returns to the own one. */
export function viewAs(role: "viewer" | "support" | null): Promise<unknown> {
  return callOperation(accountOperations, "viewAs", { body: { role } });
}
