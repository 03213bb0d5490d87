import { defineOperations } from "./operation.ts";
import {
  accountSchema,
  changePasswordInput,
  confirmSecondFactorInput,
  languageInput,
  newSecondFactorSchema,
  recoveryCodesSchema,
} from "./session.ts";

/** Changes of the own account and sessions. */
export const accountOperations = defineOperations("Session", {
  setLanguage: {
    method: "post",
    path: "/api/session/language",
    summary: "Choose the language your next sign-ins begin with; the cookie `language` decides on each request",
    role: "viewer",
    body: languageInput,
    example: { language: "de" },
    answers: { 204: { description: "Kept." } },
  },
  readAccount: {
    method: "get",
    path: "/api/session/account",
    summary: "Your own account: second factor and sessions",
    role: "viewer",
    answers: { 200: { description: "The account.", schema: accountSchema } },
  },
  changePassword: {
    method: "post",
    path: "/api/session/password",
    summary: "Set your password; your other sessions end",
    role: "viewer",
    body: changePasswordInput,
    example: { current: "x", password: "trusting-plum-otter-visa" },
    answers: { 204: { description: "Changed." } },
    errors: ["proof_required"],
  },
  beginSecondFactor: {
    method: "post",
    path: "/api/session/second-factor",
    summary: "A secret for your authenticator app, in force once confirmed",
    role: "viewer",
    answers: { 200: { description: "To scan or to type.", schema: newSecondFactorSchema } },
    errors: ["proof_required"],
  },
  confirmSecondFactor: {
    method: "post",
    path: "/api/session/second-factor/confirm",
    summary: "Put the secret in force with a code of it",
    role: "viewer",
    body: confirmSecondFactorInput,
    example: { code: "123456" },
    answers: { 200: { description: "Recovery codes, told this once.", schema: recoveryCodesSchema } },
    errors: ["proof_required", "code_refused", "throttled"],
  },
  dropSecondFactor: {
    method: "delete",
    path: "/api/session/second-factor",
    summary: "Give up your second factor",
    role: "viewer",
    answers: { 204: { description: "Removed." } },
    errors: ["proof_required"],
  },
  endOtherSessions: {
    method: "delete",
    path: "/api/session/sessions",
    summary: "End all of your sessions but this one",
    role: "viewer",
    answers: { 204: { description: "Ended." } },
  },
  endOwnSession: {
    method: "delete",
    path: "/api/session/sessions/{id}",
    summary: "End one of your sessions",
    role: "viewer",
    answers: { 204: { description: "Ended." } },
  },
});
