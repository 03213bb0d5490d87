import type { Tone } from "#components/ui/status-mark.tsx";
import type { Connection } from "#lib/contract/merchant.ts";

export type Identity = Connection["token"];

/** State of a sign-in; the texts are `states` of the catalogue. */
export const identityTones: Record<Identity["state"], Tone> = {
  fresh: "success",
  expired: "neutral",
  none: "neutral",
  refused: "danger",
  waiting: "active",
};
