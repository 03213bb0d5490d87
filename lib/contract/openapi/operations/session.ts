import { signedInSchema, signInInput, totpInput, whoAmISchema } from "../../session.ts";
import type { Operation } from "../operation.ts";

export const sessionOperations: readonly Operation[] = [
  {
    id: "signIn",
    method: "post",
    path: "/api/session",
    tag: "Session",
    summary: "Sign in; the answer sets the session cookie",
    role: null,
    body: signInInput,
    answers: { 200: { description: "Signed in.", schema: signedInSchema, headers: { "Set-Cookie": "The session." } } },
    errors: ["sign_in_refused", "throttled"],
  },
  {
    id: "whoAmI",
    method: "get",
    path: "/api/session",
    tag: "Session",
    summary: "Who is signed in",
    role: "viewer",
    answers: { 200: { description: "The person and the environments they may use.", schema: whoAmISchema } },
    errors: [],
  },
  {
    id: "signOut",
    method: "delete",
    path: "/api/session",
    tag: "Session",
    summary: "Sign out; the session ends everywhere at once",
    role: "viewer",
    answers: { 204: { description: "Signed out.", headers: { "Clear-Site-Data": "What the browser kept is removed." } } },
    errors: [],
  },
  {
    id: "signInWithCode",
    method: "post",
    path: "/api/session/totp",
    tag: "Session",
    summary: "The second step of signing in, where one is asked for",
    role: null,
    body: totpInput,
    answers: { 200: { description: "Signed in.", schema: signedInSchema } },
    errors: ["unauthenticated"],
  },
];
