import type { Delivery } from "../ports.ts";
import { decideRetry } from "./backoff.ts";
import { type AskedForward, type ForwardRows, type SendToShop, type ShopTry, type SignedKey, shopAnswerMs } from "./ports.ts";

export type AskShopOptions = {
  rows: ForwardRows;
  send: SendToShop;
  note: (note: { deliveryId: string; cause: unknown }) => void;
  limits?: Partial<AskShopLimits>;
};

export type AskShopLimits = { askMs: number; settleWaitMs: number; settleAgainMs: number; settleTries: number };

const defaultLimits: AskShopLimits = { askMs: shopAnswerMs, settleWaitMs: 300, settleAgainMs: 2_000, settleTries: 300 };

type Word = "ok" | "refused";

/**
 * `shop answers`: forwards a delivery that is already stored and returns the shop's response; undefined where the app
 * responds by itself. Concurrent copies of an event share one request. An accepted event is not sent again, until a repeated Rollback
 * that reverses another attempt queues it again.
 */
export function createAskShop({ rows, send, note, limits: changes }: AskShopOptions) {
  const limits = { ...defaultLimits, ...changes };
  const asking = new Map<string, Promise<Word>>();

  async function ask(delivery: Delivery, url: string): Promise<Word> {
    const known = await findAsked(delivery).catch(() => undefined);
    if (known === "not_acting" || known?.isDelivered) return "ok";
    const { body, headers, receivedAt } = delivery;
    const message = {
      deliveryId: known?.deliveryId ?? delivery.id,
      attempt: (known?.attempts ?? 0) + 1,
      body,
      headers,
      receivedAt,
    };
    const shopTry = await send(url, message, { timeoutMs: limits.askMs });
    const settled = settle(delivery, known, shopTry);
    await Promise.race([settled, wait(limits.settleWaitMs)]);
    return shopTry.problem === null ? "ok" : "refused";
  }

  function findAsked(delivery: Delivery): ReturnType<ForwardRows["findAsked"]> {
    return Promise.race([rows.findAsked(toKey(delivery)), wait(limits.settleWaitMs)]);
  }

  /** Continues after the response while the database is away or the delivery waits in the spool. */
  async function settle(delivery: Delivery, known: AskedForward | undefined, shopTry: ShopTry): Promise<void> {
    let asked: Awaited<ReturnType<ForwardRows["findAsked"]>> = known;
    for (let tries = 0; tries < limits.settleTries; tries++) {
      try {
        asked ??= await rows.findAsked(toKey(delivery));
        if (asked === "not_acting") return;
        if (asked) return await rows.settle(asked, verdictOf(delivery, asked, shopTry), shopTry);
      } catch (cause) {
        if (tries === 0) note({ deliveryId: delivery.id, cause });
      }
      await wait(limits.settleAgainMs);
    }
  }

  return (delivery: Delivery): Promise<Word> | undefined => {
    const target = delivery.endpoint.forward;
    if (target?.mode !== "shop_answers") return undefined;
    const key = `${delivery.endpoint.id} ${delivery.eventHash.toString("hex")}`;
    const running = asking.get(key);
    if (running) return running;
    const word = ask(delivery, target.url).finally(() => asking.delete(key));
    asking.set(key, word);
    return word;
  };
}

function toKey({ endpoint, signedHash, eventHash }: Delivery): SignedKey {
  return { endpointId: endpoint.id, signedHash, eventHash };
}

function verdictOf({ event }: Delivery, { attempts, queuedAt }: AskedForward, shopTry: ShopTry) {
  const tried = { mode: "shop_answers", method: event.method, attempts: attempts + 1, queuedAt, random: Math.random() } as const;
  return decideRetry(tried, shopTry);
}

function wait(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref();
  });
}
