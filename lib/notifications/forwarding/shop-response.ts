import type { Clock } from "#lib/core/clock.ts";
import type { AskShop, Delivery } from "../ports.ts";
import { type NotifyAnswer, okAnswer, shopRefusedAnswer } from "../receive/responses.ts";
import type { VerifiedDelivery } from "../receive/to-delivery.ts";
import { isActingMethod } from "../verification/accepted-names.ts";

/** Whether the shop has the last word on a delivery; then it is kept as refused until the shop says OK. */
export function isForShop({ verification, event, endpoint }: VerifiedDelivery): boolean {
  return verification.verdict === "valid" && isActingMethod(event.method) && endpoint.forward?.mode === "shop_answers";
}

type Options = {
  askShop: AskShop | undefined;
  keepAgain: (delivery: Delivery) => Promise<unknown>;
  clock: Clock;
  shopMs: number;
};

/**
 * The answer once a delivery is durable and the shop was asked. That the shop said OK is kept before the sender hears
 * it; a shop that refuses, fails or is silent has not said OK.
 */
export async function askForWord(delivery: Delivery, { askShop, keepAgain, clock, shopMs }: Options): Promise<NotifyAnswer> {
  const askedAt = clock.monotonic();
  if (!askShop) return shopRefusedAnswer;
  const word = askShop(delivery, { signal: AbortSignal.timeout(shopMs) });
  if (word && (await inTime(word, shopMs)) !== "ok") return shopRefusedAnswer;
  const ms = delivery.answer.ms + clock.monotonic() - askedAt;
  await keepAgain({ ...delivery, answer: { status: okAnswer.status, body: okAnswer.body, ms } });
  return okAnswer;
}

async function inTime(word: Promise<"ok" | "refused">, ms: number): Promise<"ok" | "refused"> {
  const { promise: late, resolve } = Promise.withResolvers<"refused">();
  const timer = setTimeout(resolve, ms, "refused");
  try {
    return await Promise.race([word, late]);
  } catch {
    return "refused";
  } finally {
    clearTimeout(timer);
  }
}
