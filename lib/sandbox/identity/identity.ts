import { randomBytes } from "node:crypto";
import { z } from "zod";
import { json, readForm, readJson } from "../http.ts";
import type { MerchantProfile } from "../merchant-profile.ts";
import { findProfile } from "../merchants.ts";
import { ProblemError, problem, validationProblem } from "../problem.ts";
import type { World } from "../world.ts";
import { integrationAccount, recordFailure, recordSuccess, refuseWhenLocked, strangers } from "./failures.ts";
import { isEqual, isOwnToken, makeToken, recall, remember } from "./tokens.ts";

const sessionBody = z.object({ client_id: z.string().min(1).max(200), client_secret: z.string().min(1).max(500) });

/** POST /api/v1/oauth/token. Unknown client ids are counted separately, so that they cannot lock the integration. */
export async function issueToken(world: World, request: Request): Promise<Response> {
  const form = await readForm(request);
  await world.storage.increment(["calls:token"]);
  const errors = ["client_id", "client_secret", "grant_type"].filter((name) => !form.get(name));
  if (errors.length > 0)
    return validationProblem(Object.fromEntries(errors.map((name) => [name, [`The ${name} field is required.`]])));
  if (form.get("grant_type") !== "client_credentials")
    return validationProblem({ grant_type: ["The grant_type must be client_credentials."] });
  const isKnown = isEqual(form.get("client_id") ?? "", world.integration.clientId);
  const accounts = [isKnown ? integrationAccount : strangers];
  await refuseWhenLocked(world, accounts);
  if (!isKnown || !isEqual(form.get("client_secret") ?? "", world.integration.clientSecret)) {
    await recordFailure(world, "token", accounts);
    return problem(401, { detail: "The client credentials are not valid." });
  }
  const { tokenSeconds, scopes } = world.settings;
  const asked = form.get("scope")?.split(" ").filter(Boolean) ?? scopes;
  if (asked.some((scope) => !scopes.includes(scope))) return validationProblem({ scope: ["The scope is not granted."] });
  await recordSuccess(world, "token", accounts);
  const scope = asked.join(" ");
  const token = makeToken(world, scope);
  await remember(world, { kind: "token", value: token, seconds: tokenSeconds, group: "", scope });
  return json({ access_token: token, expires_in: tokenSeconds, token_type: "Bearer", scope, ...world.unknown() });
}

/**
 * POST /api/v1/auth/session. A wrong pair leads to 400, as at the live gateway. A token that has ended leads to 401 and counts
 * as a failure, because the documentation does not exclude it. One that was never issued here counts for nobody: otherwise
 * anybody could lock the integration.
 */
export async function issueSession(world: World, request: Request): Promise<Response> {
  const bearer = bearerOf(request);
  const token = bearer === undefined ? undefined : await recall(world, "token", bearer);
  const body = await readJson(request, sessionBody);
  const merchant = world.findClient(body.client_id);
  const pair = merchant ? `pair:${merchant.profile.slug}` : strangers;
  await world.storage.increment(["calls:session", `calls:session:${merchant?.profile.slug ?? "unknown"}`]);
  await refuseWhenLocked(world, [integrationAccount, pair]);
  if (!token) {
    const isOurs = bearer !== undefined && isOwnToken(world, bearer);
    await recordFailure(world, "session", isOurs ? [integrationAccount, pair] : [strangers]);
    return problem(401);
  }
  if (!merchant || isRefused(world, merchant.profile) || !isEqual(body.client_secret, merchant.clientSecret)) {
    await recordFailure(world, "session", [integrationAccount, pair]);
    return problem(400, { detail: "The merchant credentials are not valid." });
  }
  await recordSuccess(world, "session", [integrationAccount, pair]);
  const session = randomBytes(20).toString("hex");
  const seconds = world.settings.sessionSeconds;
  await remember(world, { kind: "session", value: session, seconds, group: merchant.profile.slug, scope: "" });
  return json({ session, expires_in: seconds, ...world.unknown() });
}

/** Checks the four headers and one of the scopes; returns the merchant of the session. */
export async function requireMerchant(world: World, request: Request, scopes: readonly string[]): Promise<MerchantProfile> {
  const granted = await requireToken(world, request);
  const { partnerId, applicationId } = world.integration;
  const isOurs = request.headers.get("x-partner-id") === partnerId && request.headers.get("x-application-id") === applicationId;
  const session = isOurs ? await recall(world, "session", request.headers.get("x-session") ?? "") : undefined;
  const profile = session && findProfile(session.group);
  if (!profile || isRefused(world, profile)) throw new ProblemError(problem(401));
  if (!scopes.some((scope) => granted.includes(scope))) throw new ProblemError(problem(403));
  return profile;
}

function isRefused({ settings }: World, { refused, slug }: MerchantProfile): boolean {
  return refused || settings.refusedMerchants.includes(slug);
}

function bearerOf(request: Request): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
}

async function requireToken(world: World, request: Request): Promise<readonly string[]> {
  const bearer = bearerOf(request);
  const token = bearer === undefined ? undefined : await recall(world, "token", bearer);
  if (!token) throw new ProblemError(problem(401));
  return token.scopes;
}
