import type { Tone } from "#components/ui/status-mark.tsx";
import type { Forwarding } from "#lib/contract/forward.ts";
import type { ForwardState } from "#lib/contract/forward-states.ts";

/** What the list is narrowed to: a state, or what the shop would have had reversed. */
export type ForwardChoice = ForwardState | "would_reverse";

export const stateTones: Record<ForwardState, Tone> = {
  pending: "active",
  delivered: "success",
  refused: "warning",
  dead: "danger",
  held: "warning",
};

export const modes: readonly Forwarding["mode"][] = ["off", "desk_answers", "shop_shadow", "shop_answers"];

/** The shop's response that confirms a notification. */
export const takenAnswer = "200 OK";
