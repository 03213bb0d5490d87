import { type Profile, profileOperations } from "#lib/contract/profile.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { profileQuestions } from "#lib/core/profile-questions.ts";
import { findEnvironmentRow } from "#lib/db/environments/environments.ts";
import { listProfileRows, removeAnswer, setAnswer } from "#lib/db/environments/gateway-profile.ts";
import { serviceText } from "#lib/services/texts.ts";
import { requireEnvironment, requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { recordProfileChange } from "../environments/profile-audit.ts";
import { requireRecentAuthFor } from "../require-recent-auth.ts";
import { getProfile } from "./get-profile.ts";
import { findInForce } from "./in-force.ts";
import { ofEnvironment } from "./record-fact.ts";

type Change = { environment: Environment; input: unknown };

/**
 * Sets the answer to an open question about the gateway in place of the learned one, or removes it (`answer: null`). Every
 * process uses it within a second. For an administrator of all merchants; audited with the previous answer.
 */
export async function changeProfile(ctx: ServiceContext, { environment, input }: Change): Promise<Profile> {
  requireRole(ctx, profileOperations.changeProfile);
  requireEnvironment(ctx, environment);
  const { question, answer, merchant: slug } = parseInput(profileOperations.changeProfile.body, input);
  if (!profileQuestions[question].mayBeSet) {
    throw new AppError("invalid_input", { fields: [{ field: "question", ...serviceText("answer_without_effect") }] });
  }
  if (question === "typed_accounts" && slug === undefined) {
    throw new AppError("invalid_input", {
      fields: [{ field: "merchant", ...serviceText("accounts_merchant_missing") }],
    });
  }
  requireRecentAuthFor(ctx, "profileOverride", environment);
  if (ofEnvironment.has(question) && slug !== undefined) {
    throw new AppError("invalid_input", {
      fields: [{ field: "merchant", ...serviceText("answer_same_for_all") }],
    });
  }
  const merchant = slug === undefined ? "" : (await requireMerchant(ctx, environment, slug)).id;
  const at = new Date(ctx.clock.now());
  await ctx.db.transaction(async (tx) => {
    if (!(await findEnvironmentRow(tx, environment))) throw new AppError("not_connected");
    const place = { environment, merchant };
    const before = findInForce(await listProfileRows(tx, environment), question, merchant);
    if (answer === null) await removeAnswer(tx, { ...place, question, source: "set" });
    else await setAnswer(tx, place, { question, answer, at, by: ctx.staff.storedName });
    await recordProfileChange(tx, ctx.vault, {
      at,
      staffId: ctx.staff.id,
      actor: ctx.staff.email,
      environment,
      ...(slug === undefined ? {} : { merchant: slug }),
      peer: ctx.peer,
      question,
      from: before.answer ?? null,
      to: answer,
    });
  });
  ctx.gateways.reload(environment);
  return getProfile(ctx, { environment, input: slug === undefined ? {} : { merchant: slug } });
}
