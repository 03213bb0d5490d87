import { atLeast, none } from "../goals.ts";
import type { Figure } from "../report.ts";
import type { Comparison } from "./compare-payments.ts";

type Played = { count: number; kills: number; killsWanted: number; faults: number };

/** Where nothing happened and nothing failed, that no payment was doubled says nothing: so that has goals as well. */
export function paymentFigures(result: Comparison, { count, kills, killsWanted, faults }: Played): Figure[] {
  return [
    none("intents with two payments at the gateway", result.doubled),
    none("intents in another state than at the gateway", result.differing),
    none("payments at the gateway without an intent", result.strange),
    { name: "intents", value: String(count) },
    atLeast("that happened", result.happened, Math.ceil(count / 4)),
    { name: "that did not", value: String(result.didNotHappen) },
    atLeast("kill -9 of the app", kills, Math.max(1, killsWanted)),
    atLeast("faults played", faults, Math.ceil(count / 20)),
  ];
}
