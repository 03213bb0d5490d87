import type { Clock } from "#lib/core/clock.ts";
import type { AskShop, Delivery } from "../ports.ts";
import { type NotifyAnswer, okAnswer, shopRefusedAnswer } from "../receive/responses.ts";
import type { VerifiedDelivery } from "../receive/to-delivery.ts";
import { isActingMethod } from "../verification/accepted-names.ts";

/** Whether the shop decides on a delivery; then it is stored as refused until the shop responds OK. */
export function isForShop({ verification, event, endpoint }: VerifiedDelivery): boolean {
  return verification.verdict === "valid" && isActingMethod(event.method) && endpoint.forward?.mode === "shop_answers";
}

type Options = {
  askShop: AskShop | undefined;
  saveAgain: (delivery: Delivery) => Promise<unknown>;
  clock: Clock;
  shopMs: number;
};

/**
 * The response once a delivery is durable and the shop has responded. The shop's OK is stored before the sender receives
 * it; a refusal, a failure or a timeout is not OK.
 */
export async function waitForShopResponse(
  delivery: Delivery,
  { askShop, saveAgain, clock, shopMs }: Options,
): Promise<NotifyAnswer> {
  const askedAt = clock.monotonic();
  if (!askShop) return shopRefusedAnswer;
  const response = askShop(delivery);
  if (response && (await inTime(response, shopMs)) !== "ok") return shopRefusedAnswer;
  const ms = delivery.answer.ms + clock.monotonic() - askedAt;
  await saveAgain({ ...delivery, answer: { status: okAnswer.status, body: okAnswer.body, ms } });
  return okAnswer;
}

async function inTime(response: Promise<"ok" | "refused">, ms: number): Promise<"ok" | "refused"> {
  const { promise: late, resolve } = Promise.withResolvers<"refused">();
  const timer = setTimeout(resolve, ms, "refused");
  try {
    return await Promise.race([response, late]);
  } catch {
    return "refused";
  } finally {
    clearTimeout(timer);
  }
}
