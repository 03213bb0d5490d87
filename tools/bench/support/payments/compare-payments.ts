import type { TruePayment } from "./faulty-gateway.ts";
import type { AppPayment, Intent } from "./payment-storm.ts";

export type Comparison = {
  /** Intents for which the gateway has more than one payment. */
  doubled: string[];
  /** Intents whose final state differs between app and gateway. */
  differing: string[];
  /** Payments at the gateway without an intent in the app. */
  strange: string[];
  happened: number;
  didNotHappen: number;
};

const words: Record<string, string> = {
  InProgress: "in_progress",
  Success: "success",
  Rejected: "rejected",
  Failed: "failed",
  Canceled: "canceled",
  Reversed: "reversed",
};

/** Compares the app's state of each intent with the gateway's payments. */
export function comparePayments(
  intents: readonly Intent[],
  { app, gateway }: { app: readonly AppPayment[]; gateway: readonly TruePayment[] },
): Comparison {
  const atDesk = Map.groupBy(app, (payment) => payment.description);
  const atGateway = Map.groupBy(gateway, (payment) => payment.description);
  const names = new Set<string | null>(intents.map(({ name }) => name));
  const differing = intents.flatMap(({ name }) => {
    const [ours = [], theirs = []] = [atDesk.get(name), atGateway.get(name)];
    // An app that died before it stored the intent never sent it.
    const told = ours.map(({ status }) => status).join(" and ") || "failed";
    const truth = theirs.map(({ status }) => words[status] ?? status).join(" and ") || "failed";
    return told === truth ? [] : [`${name}: the dashboard says ${told}, the gateway ${truth}`];
  });
  const happened = intents.filter(({ name }) => (atGateway.get(name) ?? []).length > 0).length;
  return {
    doubled: intents.filter(({ name }) => (atGateway.get(name) ?? []).length > 1).map(({ name }) => name),
    differing,
    strange: gateway.filter(({ description }) => !names.has(description)).map(({ description }) => String(description)),
    happened,
    didNotHappen: intents.length - happened,
  };
}
