import { type ConnectionCheckView, connectionCheckSchema, connectionOperations } from "#lib/contract/connection.ts";
import { dayOf } from "#lib/core/days.ts";
import { messageOf, toAppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { detailsOf } from "#lib/core/text.ts";
import { recordAudit } from "#lib/db/audit/audit.ts";
import { type HostStep, probeHost } from "#lib/gateway/probe-host.ts";
import { gatewayText } from "#lib/gateway/texts.ts";
import { type Integration, requireEnvironment, requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { requireActive } from "../merchants/require-active.ts";

type Step = ConnectionCheckView["steps"][number];

/**
 * DNS, TLS and the integration's token, before there is a merchant to ask for. For administrators of all merchants, whose
 * sign-ins use this token.
 */
export async function checkIntegrationSteps(
  ctx: ServiceContext,
  { environment }: { environment: Environment },
): Promise<ConnectionCheckView> {
  requireRole(ctx, connectionOperations.checkIntegration);
  requireEnvironment(ctx, environment);
  return toView(ctx, await checkToken(ctx, environment, null));
}

/**
 * DNS, TLS, token, session and one list call, each with its duration and result. Signing in needs a permit like any call: a
 * cached credential is used, and a refused pair is not retried.
 */
export async function checkConnectionSteps(
  ctx: ServiceContext,
  { environment, merchant: slug }: { environment: Environment; merchant: string },
): Promise<ConnectionCheckView> {
  requireRole(ctx, connectionOperations.checkConnection);
  const merchant = await requireMerchant(ctx, environment, slug);
  requireActive(merchant);
  const steps = await checkToken(ctx, environment, merchant.slug);
  const { zone } = await ctx.gateways.environment(environment);
  const gateway = await ctx.gateways.forMerchant(merchant);
  const today = dayOf(new Date(ctx.clock.now()), zone);
  await next(steps, "session", () => signIn(gateway, "got_session"));
  await next(steps, "list", async () => {
    const [account] = await gateway.listAccounts();
    const page = await gateway.readTransactions({ accountNumber: account?.accountNumber, from: today, to: today, page: 1 });
    return { state: "works", words: gatewayText("got_list", { count: page.rows.length }) };
  });
  return toView(ctx, steps);
}

/** The steps that need no merchant; audited before anything is sent. */
async function checkToken(ctx: ServiceContext, environment: Environment, merchant: string | null): Promise<Step[]> {
  // A client opened a moment ago may still have the credentials from before they were saved, here or in another process.
  ctx.gateways.reload(environment);
  const { baseUrl } = await ctx.gateways.environment(environment);
  const by = { at: new Date(ctx.clock.now()), staffId: ctx.staff.id, actor: ctx.staff.email, peer: ctx.peer };
  await recordAudit(ctx, { ...by, act: "connection.checked", environment, ...(merchant === null ? {} : { merchant }) });
  const host = await probeHost(baseUrl);
  const steps: Step[] = [toStep("resolve", host.resolve), toStep("tls", host.tls)];
  const integration = await ctx.gateways.integration(environment);
  await next(steps, "token", () => signIn(integration, "got_token"));
  return steps;
}

type Result = Pick<HostStep, "state" | "words">;

/** What was issued for an earlier secret and is still valid says nothing about the one that was saved since. */
async function signIn(client: Pick<Integration, "signIn" | "identityStatus">, got: "got_token" | "got_session"): Promise<Result> {
  await client.signIn();
  const { pair } = await client.identityStatus();
  return pair.proven ? { state: "works", words: gatewayText(got) } : { state: "skipped", words: gatewayText("not_proven") };
}

function toView({ clock }: ServiceContext, steps: Step[]): ConnectionCheckView {
  return connectionCheckSchema.parse({ steps, asOf: new Date(clock.now()).toISOString() });
}

async function next(steps: Step[], step: Step["step"], work: () => Promise<Result>): Promise<void> {
  if (steps.some(({ state }) => state === "failed")) {
    steps.push(toStep(step, { state: "skipped", ms: 0, words: gatewayText("not_tried") }));
    return;
  }
  const startedAt = performance.now();
  const passed = () => Math.round(performance.now() - startedAt);
  try {
    steps.push(toStep(step, { ...(await work()), ms: passed() }));
  } catch (thrown) {
    steps.push(toStep(step, { state: "failed", words: messageOf(toAppError(thrown)), ms: passed() }));
  }
}

function toStep(step: Step["step"], { words, ...result }: HostStep): Step {
  return { step, ...result, words: words.message, wordsDetails: detailsOf(words) as Step["wordsDetails"] };
}
