import { type ConnectionCheckView, connectionCheckSchema, connectionOperations } from "#lib/contract/connection.ts";
import { messageOf, toAppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { detailsOf, type Message } from "#lib/core/text.ts";
import { dayOf } from "#lib/core/zoned-time.ts";
import { recordAudit } from "#lib/db/audit/audit.ts";
import { type HostStep, probeHost } from "#lib/gateway/probe-host.ts";
import { gatewayText } from "#lib/gateway/texts.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";

type Step = ConnectionCheckView["steps"][number];

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
  const { baseUrl, zone } = await ctx.gateways.environment(environment);
  const at = new Date(ctx.clock.now());
  const by = { at, staffId: ctx.staff.id, actor: ctx.staff.email, peer: ctx.peer };
  await recordAudit(ctx, { ...by, act: "connection.checked", environment, merchant: merchant.slug });
  const host = await probeHost(baseUrl);
  const steps: Step[] = [toStep("resolve", host.resolve), toStep("tls", host.tls)];
  const integration = await ctx.gateways.integration(environment);
  const gateway = await ctx.gateways.forMerchant(merchant);
  const today = dayOf(at, zone);
  await next(steps, "token", async () => {
    await integration.signIn();
    return gatewayText("got_token");
  });
  await next(steps, "session", async () => {
    await gateway.signIn();
    return gatewayText("got_session");
  });
  await next(steps, "list", async () => {
    const [account] = await gateway.listAccounts();
    const page = await gateway.readTransactions({ accountNumber: account?.accountNumber, from: today, to: today, page: 1 });
    return gatewayText("got_list", { count: page.rows.length });
  });
  return connectionCheckSchema.parse({ steps, asOf: new Date(ctx.clock.now()).toISOString() });
}

async function next(steps: Step[], step: Step["step"], work: () => Promise<Message>): Promise<void> {
  if (steps.some(({ state }) => state === "failed")) {
    steps.push(toStep(step, { state: "skipped", ms: 0, words: gatewayText("not_tried") }));
    return;
  }
  const startedAt = performance.now();
  const passed = () => Math.round(performance.now() - startedAt);
  try {
    const words = await work();
    steps.push(toStep(step, { state: "works", words, ms: passed() }));
  } catch (thrown) {
    steps.push(toStep(step, { state: "failed", words: messageOf(toAppError(thrown)), ms: passed() }));
  }
}

function toStep(step: Step["step"], { words, ...result }: HostStep): Step {
  return { step, ...result, words: words.message, wordsDetails: detailsOf(words) as Step["wordsDetails"] };
}
