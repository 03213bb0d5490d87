import type { Forward, Forwarding } from "#lib/contract/forward.ts";
import { detailsOf } from "#lib/core/text.ts";
import type { ForwardCounts, ForwardRow } from "#lib/db/forwarding/forward-list.ts";
import type { ForwardTarget } from "#lib/notifications/forwarding/ports.ts";
import { maskCardNumbers } from "#lib/privacy/mask.ts";
import { hasRole, type ServiceContext } from "../context.ts";

type Try = Forward["tries"][number];

/** A shop's response may contain customer data: only for those who may read bodies, which nobody may while presenting. */
function toTries(ctx: ServiceContext, row: ForwardRow): Try[] {
  const showsAnswer = hasRole(ctx.staff, "support") && !ctx.staff.isPresenting;
  return row.tries
    .map(({ problem, answer, ...item }) => ({
      ...item,
      answer: showsAnswer ? answer : null,
      ...(problem ? { problem: problem.message, problemDetails: detailsOf(problem) } : { problem }),
    }))
    .reverse();
}

export function toForward(ctx: ServiceContext, row: ForwardRow): Forward {
  const { deliveryId, orderId, receivedAt, dueAt, settledAt, state, tries, ...rest } = row;
  return {
    ...rest,
    id: deliveryId,
    orderId: orderId === null ? null : maskCardNumbers(orderId),
    state,
    receivedAt: receivedAt.toISOString(),
    dueAt: state === "pending" ? dueAt.toISOString() : null,
    settledAt: settledAt?.toISOString() ?? null,
    tries: toTries(ctx, row),
  };
}

/** A query may contain the shop's secret: only those who may set the address see it. Null when the stored address can't be read. */
function toShownUrl(ctx: ServiceContext, text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { origin, pathname, search } = new URL(text);
  return hasRole(ctx.staff, "admin") || search === "" ? text : `${origin}${pathname}?…`;
}

type State = {
  target: ForwardTarget | undefined;
  counts: ForwardCounts;
  lastTried: ForwardRow | undefined;
  shadow: Forwarding["shadow"];
};

export function toForwarding(ctx: ServiceContext, { target, counts, lastTried, shadow }: State): Forwarding {
  const lastTry = lastTried ? (toTries(ctx, lastTried)[0] ?? null) : null;
  return { mode: target?.mode ?? "off", url: target ? toShownUrl(ctx, target.url) : null, ...counts, lastTry, shadow };
}
