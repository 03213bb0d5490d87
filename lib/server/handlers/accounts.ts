import "server-only";
import type { accountOperations } from "#lib/contract/account.ts";
import { createOpenapiDocument } from "#lib/contract/openapi/openapi-document.ts";
import type { probeOperations } from "#lib/contract/probe.ts";
import type { sessionOperations } from "#lib/contract/session.ts";
import type { staffOperations } from "#lib/contract/staff.ts";
import { endOtherSessions, endOwnSession, present, readAccount, setLanguage } from "#lib/services/session/account.ts";
import { changePassword } from "#lib/services/session/change-password.ts";
import { beginSecondFactor, confirmSecondFactor, dropSecondFactor } from "#lib/services/session/enrol-second-factor.ts";
import { getStarted, hideGetStarted } from "#lib/services/session/get-started.ts";
import { reauthenticate } from "#lib/services/session/reauthenticate.ts";
import { viewAs } from "#lib/services/session/view-as.ts";
import { whoAmI } from "#lib/services/session/who-am-i.ts";
import { getInvitation } from "#lib/services/staff/accept-invitation.ts";
import { changeStaff, endSessionsOf, resetSecondFactor } from "#lib/services/staff/change-staff.ts";
import { inviteStaff, inviteToSetPassword, withdrawLink } from "#lib/services/staff/invite-staff.ts";
import { listStaff } from "#lib/services/staff/list-staff.ts";
import type { Handlers } from "../handler.ts";
import { answerMetrics, answerReady, answerStartup } from "../probes.ts";
import { beginProviderSignIn, finishProviderSignIn } from "../provider-answers.ts";
import { answerAcceptance, answerCode, answerLink, answerSignIn, answerSignOut } from "../session-answers.ts";

type Table = typeof sessionOperations & typeof accountOperations & typeof staffOperations & typeof probeOperations;

export const accountHandlers: Handlers<Table> = {
  signIn: answerSignIn,
  signInWithLink: answerLink,
  whoAmI,
  signOut: answerSignOut,
  signInWithCode: answerCode,
  reauthenticate: (ctx, { input }) => reauthenticate(ctx, input),
  present: (ctx, { input }) => present(ctx, input),
  getInvitation: ({ runtime, input }) => getInvitation({ db: runtime.store.db, vault: runtime.vault }, input),
  acceptInvitation: answerAcceptance,
  beginProviderSignIn,
  finishProviderSignIn,
  setLanguage: (ctx, { input }) => setLanguage(ctx, input),
  readAccount,
  viewAs: (ctx, { input }, { runtime: { sandbox } }) => viewAs(ctx, { input, hasSandbox: sandbox !== undefined }),
  getStarted,
  hideGetStarted,
  changePassword: (ctx, { input }) => changePassword(ctx, input),
  beginSecondFactor,
  confirmSecondFactor: (ctx, { input }) => confirmSecondFactor(ctx, input),
  dropSecondFactor,
  endOtherSessions,
  endOwnSession: (ctx, { id }) => endOwnSession(ctx, id),
  listStaff,
  changeStaff: (ctx, { id, input }) => changeStaff(ctx, id, input),
  endSessionsOf: (ctx, { id }) => endSessionsOf(ctx, id),
  resetSecondFactor: (ctx, { id }) => resetSecondFactor(ctx, id),
  inviteToSetPassword: (ctx, { id }) => inviteToSetPassword(ctx, id),
  inviteStaff: (ctx, { input }) => inviteStaff(ctx, input),
  withdrawLink: (ctx, { id }) => withdrawLink(ctx, id),
  health: async () => ({ status: "alive" }),
  ready: answerReady,
  startup: answerStartup,
  metrics: answerMetrics,
  openapi: async ({ runtime }) => createOpenapiDocument(runtime.settings.publicOrigin),
};
