import { recordAudit } from "#lib/db/audit/audit.ts";
import type { ServiceContext } from "../context.ts";

type ScenarioAction = { act: "scenario.begun" | "scenario.ended"; id: string; merchant?: string };

/** The audit row of a sandbox scenario; written before it starts. */
export function auditScenario(ctx: ServiceContext, { act, id, merchant }: ScenarioAction): Promise<void> {
  return recordAudit(ctx, {
    at: new Date(ctx.clock.now()),
    staffId: ctx.staff.id,
    actor: ctx.staff.email,
    act,
    environment: "sandbox",
    ...(merchant === undefined ? {} : { merchant }),
    target: id,
    peer: ctx.peer,
  });
}
