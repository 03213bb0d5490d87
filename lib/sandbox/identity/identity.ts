import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { json, readForm, readJson } from "../http.ts";
import type { MerchantProfile } from "../merchant-profile.ts";
import { ProblemError, problem, validationProblem } from "../problem.ts";
import type { World } from "../world.ts";

const failuresMax = 3;

const sessionBody = z.object({ client_id: z.string().min(1), client_secret: z.string().min(1) });

/** POST /api/v1/oauth/token. */
export async function issueToken(world: World, request: Request): Promise<Response> {
  const form = await readForm(request);
  await world.storage.increment(["calls:token"]);
  const missing = ["client_id", "client_secret", "grant_type"].filter((name) => !form.get(name));
  if (missing.length > 0 || form.get("grant_type") !== "client_credentials") {
    await recordFailure(world, "integration");
    return validationProblem(
      Object.fromEntries(
        (missing.length > 0 ? missing : ["grant_type"]).map((name) => [name, [`The ${name} field is required or not valid.`]]),
      ),
    );
  }
  await refuseWhenLocked(world, ["integration"]);
  const { clientId, clientSecret } = world.integration;
  if (!isEqual(form.get("client_id") ?? "", clientId) || !isEqual(form.get("client_secret") ?? "", clientSecret)) {
    await recordFailure(world, "integration");
    return problem(401);
  }
  await recordSuccess(world, "integration");
  const { tokenSeconds, scopes } = world.settings;
  const token = `eyJhbGciOiJub25lIn0.${randomBytes(24).toString("base64url")}.`;
  await remember(world, "token", token, tokenSeconds, "");
  return json({
    access_token: token,
    expires_in: tokenSeconds,
    token_type: "Bearer",
    scope: scopes.join(" "),
    ...world.unknown(),
  });
}

/** POST /api/v1/auth/session. A pair that is not one answers 400, as the live gateway was seen to. */
export async function issueSession(world: World, request: Request): Promise<Response> {
  const body = await readJson(request, sessionBody);
  await requireToken(world, request);
  const merchant = world.merchants.find(({ clientId }) => clientId === body.client_id);
  const pair = `pair:${merchant?.profile.slug ?? createHash("sha256").update(body.client_id).digest("hex").slice(0, 16)}`;
  await world.storage.increment(["calls:session", `calls:session:${merchant?.profile.slug ?? "unknown"}`]);
  await refuseWhenLocked(world, ["integration", pair]);
  if (!merchant || merchant.profile.refused || !isEqual(body.client_secret, merchant.clientSecret)) {
    await recordFailure(world, "integration", pair);
    return problem(400, { detail: "The merchant credentials are not valid." });
  }
  await recordSuccess(world, "integration", pair);
  const session = randomBytes(20).toString("hex");
  await remember(world, "session", session, world.settings.sessionSeconds, merchant.profile.slug);
  return json({ session, expires_in: world.settings.sessionSeconds, ...world.unknown() });
}

/** The four headers and a scope; returns whose session it is. */
export async function requireMerchant(world: World, request: Request, scopes: readonly string[]): Promise<MerchantProfile> {
  await requireToken(world, request);
  const { partnerId, applicationId } = world.integration;
  const session = await world.storage.find("session", hashed(request.headers.get("x-session") ?? ""));
  const isOurs = request.headers.get("x-partner-id") === partnerId && request.headers.get("x-application-id") === applicationId;
  if (!isOurs || !session || session.at <= world.now()) throw new ProblemError(problem(401));
  const profile = world.merchants.find(({ profile: { slug } }) => slug === session.group)?.profile;
  if (!profile) throw new ProblemError(problem(401));
  if (!scopes.some((scope) => world.settings.scopes.includes(scope))) throw new ProblemError(problem(403));
  return profile;
}

async function requireToken(world: World, request: Request): Promise<void> {
  const match = /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "");
  const token = match?.[1] ? await world.storage.find("token", hashed(match[1])) : undefined;
  if (!token || token.at <= world.now()) throw new ProblemError(problem(401));
}

/** Counted for the pair and for the integration, because which of them the real gateway counts is not documented. */
async function recordFailure(world: World, ...accounts: string[]): Promise<void> {
  for (const account of accounts) {
    const failures = await world.storage.update("failures", account, (record) => {
      const count = (record ? Number(record.tag) : 0) + 1;
      return { record: { group: "", at: world.now(), tag: String(count), value: null }, result: count };
    });
    await world.storage.update("failures-max", account, (record) => ({
      record: { group: "", at: world.now(), tag: String(Math.max(failures, record ? Number(record.tag) : 0)), value: null },
      result: undefined,
    }));
  }
}

async function recordSuccess(world: World, ...accounts: string[]): Promise<void> {
  for (const account of accounts) await world.storage.remove("failures", account);
}

async function refuseWhenLocked(world: World, accounts: readonly string[]): Promise<void> {
  for (const account of accounts) {
    const record = await world.storage.find("failures", account);
    if (record && Number(record.tag) >= failuresMax) throw new ProblemError(problem(403, { detail: "The account is locked." }));
  }
}

/** Only a hash is kept; `at` is when it ends. */
async function remember(world: World, kind: "token" | "session", value: string, seconds: number, group: string): Promise<void> {
  await world.storage.removeRange(kind, { to: world.now() - 60_000 });
  await world.storage.insert({ kind, key: hashed(value), group, at: world.now() + seconds * 1000, tag: "", value: null });
}

function hashed(value: string): string {
  return createHash("sha256").update(value).digest("base64url");
}

export function isEqual(left: string, right: string): boolean {
  const [a, b] = [left, right].map((text) => createHash("sha256").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
