import type { Clock } from "#lib/core/clock.ts";
import { notificationText } from "../texts.ts";
import { forwardHeaders } from "./forward-headers.ts";
import { type PostTarget, postGuarded } from "./guarded-post.ts";
import type { SendToShop } from "./ports.ts";
import { answerProblem, connectionProblem } from "./shop-problem.ts";

export type ShopSenderOptions = PostTarget & { clock: Clock };

const shownMax = 200;

/** Posts a message to a shop as it was received. */
export function createShopSender({ clock, ...target }: ShopSenderOptions): SendToShop {
  return async (address, message, { timeoutMs }) => {
    const at = new Date(clock.now());
    const startedAt = clock.monotonic();
    const signal = AbortSignal.timeout(timeoutMs);
    const posted = async () => postGuarded(address, { headers: forwardHeaders(message), body: message.body, signal }, target);
    const outcome = await posted().catch((cause: unknown) =>
      signal.aborted ? notificationText("shop_answer_late", { seconds: timeoutMs / 1_000 }) : connectionProblem(cause),
    );
    const ms = clock.monotonic() - startedAt;
    if ("reason" in outcome) return { at, ms, status: null, problem: outcome, answer: null };
    return { at, ms, status: outcome.status, problem: answerProblem(outcome), answer: toShown(outcome.text) };
  };
}

function toShown(text: string): string {
  return text
    .slice(0, shownMax)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, " ");
}
