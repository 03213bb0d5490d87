import { z } from "zod";
import { type ScenarioBegun, type ScenarioView, scenarioBegunSchema } from "#lib/contract/scenario.ts";
import { hasLedgerReads } from "#lib/db/ledger-sync/ledger-reads.ts";
import { requireMerchant, type ServiceContext } from "../context.ts";
import { listMerchantTransactions } from "../transactions/list-transactions.ts";
import { auditScenario } from "./audit-scenario.ts";
import { requireSandbox, requireScenario, type ScenarioQuestion } from "./list-scenarios.ts";
import { recount } from "./recount.ts";
import { type SandboxControl, type ScenarioPlan, scenarioPlans } from "./scenario-plans.ts";

type Outcome = Pick<ScenarioBegun, "order" | "asked" | "heard">;
type ScenarioRun<How extends ScenarioPlan["how"]> = {
  sandbox: SandboxControl;
  view: ScenarioView;
  plan: ScenarioPlan & { how: How };
};

const paidSchema = z.object({ order: z.string() });
const statsSchema = z.object({ failures: z.record(z.string(), z.int()) });
const nothing: Outcome = { order: null, asked: null, heard: null };

/** Makes the sandbox's gateway fail in one way, for one merchant. A running scenario is restarted. */
export async function beginScenario(ctx: ServiceContext, question: ScenarioQuestion & { id: string }): Promise<ScenarioBegun> {
  const view = await requireScenario(ctx, question);
  const sandbox = requireSandbox(question);
  await auditScenario(ctx, { act: "scenario.begun", ...view });
  const plan = scenarioPlans[view.id];
  if (plan.how !== "order") await readBefore(ctx, view.merchant);
  const outcome = await play(ctx, { sandbox, view, plan });
  return scenarioBegunSchema.parse({ ...view, isOn: plan.how !== "order", ...outcome, href: hrefOf(view, outcome) });
}

/** Loads rows to show during the failure; stored ones keep their age, and are due to be read again. */
async function readBefore(ctx: ServiceContext, merchant: string): Promise<void> {
  const { id } = await requireMerchant(ctx, "sandbox", merchant);
  if (await hasLedgerReads(ctx.db, id)) return;
  await listMerchantTransactions(ctx, { environment: "sandbox", merchant, input: {} }).catch(() => undefined);
}

function play(ctx: ServiceContext, { plan, ...rest }: { sandbox: SandboxControl; view: ScenarioView; plan: ScenarioPlan }) {
  if (plan.how === "fault") return failCalls({ ...rest, plan });
  if (plan.how === "refusal") return refuse(ctx, { ...rest, plan });
  return payAnOrder({ ...rest, plan });
}

async function failCalls({ sandbox, view: { id, merchant }, plan: { fault } }: ScenarioRun<"fault">): Promise<Outcome> {
  await sandbox.control({ method: "DELETE", name: `scenarios?name=${id}` });
  await sandbox.control({ method: "POST", name: "scenarios", body: { name: id, merchant, ...fault } });
  return nothing;
}

/** Sends as many requests as impatient users would; the gateway reports how many it received. */
async function refuse(
  ctx: ServiceContext,
  { sandbox, view: { merchant: slug }, plan }: ScenarioRun<"refusal">,
): Promise<Outcome> {
  const gateway = await ctx.gateways.forMerchant(await requireMerchant(ctx, "sandbox", slug));
  await recount(ctx, sandbox);
  await sandbox.control({ method: "POST", name: "settings", body: { refusedMerchants: [slug] } });
  for (let ask = 0; ask < plan.asks; ask++) await gateway.listAccounts().catch(() => undefined);
  const { failures } = statsSchema.parse(await sandbox.control({ method: "GET", name: "stats" }));
  return { ...nothing, asked: plan.asks, heard: failures[`pair:${slug}`] ?? 0 };
}

async function payAnOrder({ sandbox, view: { merchant }, plan }: ScenarioRun<"order">): Promise<Outcome> {
  const { amountMinor, tamper, times } = plan;
  const body = { merchant, amountMinor, currency: "EUR", tamper, times };
  return { ...nothing, ...paidSchema.parse(await sandbox.control({ method: "POST", name: "orders", body })) };
}

function hrefOf({ href }: ScenarioView, { order }: Outcome): string {
  return order === null ? href : `${href}?q=${encodeURIComponent(order)}`;
}
