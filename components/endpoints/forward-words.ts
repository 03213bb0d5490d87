import type { Tone } from "#components/ui/status-mark.tsx";
import type { Forwarding } from "#lib/contract/forward.ts";
import type { ForwardState } from "#lib/contract/forward-states.ts";

export const stateWords: Record<ForwardState, { tone: Tone; text: string }> = {
  pending: { tone: "active", text: "Waiting" },
  delivered: { tone: "success", text: "Delivered" },
  refused: { tone: "warning", text: "Refused by shop" },
  dead: { tone: "danger", text: "Dead letter" },
};

type Mode = Forwarding["mode"];

export const modeWords: Record<Mode, { name: string; sentence: string }> = {
  off: { name: "Off", sentence: "Notifications stay in the desk." },
  desk_answers: {
    name: "The desk answers",
    sentence:
      "The gateway hears OK as soon as the notification is stored; the shop gets it right after, again and again for three days. The shop can then no longer refuse a payment.",
  },
  shop_answers: {
    name: "The shop answers",
    sentence:
      "Stored first, then the shop is asked. The gateway hears OK only when the shop answers 200 and OK within 4 seconds; else it hears 503 and reverses the payment.",
  },
};

export const modes = Object.keys(modeWords) as Mode[];
