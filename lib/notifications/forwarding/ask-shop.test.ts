import { expect, test } from "vitest";
import { fixedClock } from "#lib/core/clock.ts";
import { waitMs } from "#lib/core/testing/wait-ms.ts";
import type { Delivery, NotifyEndpoint } from "../ports.ts";
import { deriveFromBody } from "../receive/to-delivery.ts";
import { createSigner, notifyEntries, signedBody } from "../testing/sign.ts";
import { createAskShop } from "./ask-shop.ts";
import { type ForwardRows, shopAnswerMs } from "./ports.ts";

const signer = createSigner();
const endpoint: NotifyEndpoint = {
  ...{ id: "0".repeat(32), environment: "sandbox", merchantId: "m", merchant: "cafe", sid: "000000000000010" },
  ...{ strictLayout: true, keys: [signer.key], forward: { mode: "shop_answers", url: "https://shop.example/notify" } },
};
const body = Buffer.from(signedBody(notifyEntries(), signer));
const delivery: Delivery = {
  ...{ id: "d", body, sha256: Buffer.alloc(32), headers: [], peer: null, receivedAt: new Date() },
  ...{ answer: { status: 503, body: "refused by shop", ms: 1 }, ...deriveFromBody(body, endpoint) },
};

test("an OK in the shop's last moment waits for no database that is slow to note it", async () => {
  const clock = fixedClock();
  const asked = {
    deliveryId: "d",
    round: 1,
    attempts: 0,
    queuedAt: new Date(),
    isDelivered: false,
    decided: null,
    isBehind: false,
  };
  const settling: string[] = [];
  const rows: ForwardRows = {
    claim: async () => [],
    findAsked: async () => asked,
    hurryEarlier: async () => {},
    settle: ({ deliveryId }) => {
      settling.push(deliveryId);
      return new Promise(() => {});
    },
  };
  const askShop = createAskShop({
    rows,
    clock,
    send: async () => {
      clock.advance(shopAnswerMs);
      return { at: new Date(), status: 200, ms: shopAnswerMs, problem: null, answer: "OK" };
    },
    onHurried: () => {},
    note: () => {},
    limits: { settleWaitMs: 10 * waitMs },
  });
  expect(await askShop(delivery)).toBe("ok");
  expect(settling).toEqual(["d"]);
});
