import { answerWith } from "#lib/notifications/forwarding/testing/shop.ts";
import type { Fault } from "./fault.ts";

export const shopAway: Fault = {
  name: "a shop answers with an error",
  alerts: ["ForwardingLate"],
  async begin({ shop, notifyShop, query }) {
    shop.answer = answerWith(500);
    await notifyShop("desk_answers");
    return async () => {
      shop.answer = answerWith(200, "OK");
      await query("update forward set due_at = now() where state = 'pending'");
    };
  },
};

export const shopRefuses: Fault = {
  name: "a shop that decides refuses",
  alerts: ["ForwardingGivenUp"],
  async begin({ shop, notifyShop }) {
    shop.answer = answerWith(410);
    await notifyShop("shop_answers");
    return async () => {
      shop.answer = answerWith(200, "OK");
    };
  },
};
