import type { Tone } from "#components/ui/status-mark.tsx";
import type { Connection } from "#lib/contract/merchant.ts";

export type Identity = Connection["token"];

/** Where a sign-in stands, in a word and a sentence. */
export const identityStates: Record<Identity["state"], { tone: Tone; text: string; sentence: string }> = {
  fresh: { tone: "success", text: "Fresh", sentence: "It is used for every call until it is renewed." },
  expired: { tone: "neutral", text: "Expired", sentence: "It is renewed by itself with the next call." },
  none: { tone: "neutral", text: "None yet", sentence: "It is fetched by itself with the first call." },
  refused: {
    tone: "danger",
    text: "Refused",
    sentence: "Nothing more is tried by itself, so that the account is not locked at the gateway.",
  },
  waiting: { tone: "active", text: "Waiting", sentence: "An attempt is under way, or the desk waits before the next." },
};
