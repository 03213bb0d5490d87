import type { Clock } from "#lib/core/clock.ts";
import type { Delivery } from "../ports.ts";
import { notificationText } from "../texts.ts";
import { decideRetry } from "./backoff.ts";
import {
  type AskedForward,
  type ForwardMessage,
  type ForwardRows,
  type SendToShop,
  type ShopTry,
  type SignedKey,
  shopAnswerMs,
} from "./ports.ts";

export type AskShopOptions = {
  rows: ForwardRows;
  send: SendToShop;
  clock: Clock;
  /** Called when earlier messages of an order became due. */
  onHurried: () => void;
  note: (note: { deliveryId: string; cause: unknown }) => void;
  limits?: Partial<AskShopLimits>;
};

export type AskShopLimits = {
  askMs: number;
  /** Of `askMs`, how long earlier messages of the order are waited for. */
  turnMs: number;
  turnAgainMs: number;
  settleWaitMs: number;
  settleAgainMs: number;
  settleTries: number;
};

const defaultLimits: AskShopLimits = {
  askMs: shopAnswerMs,
  turnMs: 1_500,
  turnAgainMs: 100,
  settleWaitMs: 300,
  settleAgainMs: 2_000,
  settleTries: 300,
};

type ShopResponse = "ok" | "refused";
type Found = Awaited<ReturnType<ForwardRows["findAsked"]>>;

/**
 * `shop answers`: forwards a delivery that is already stored and returns the shop's response; undefined where the app
 * responds by itself. Concurrent copies of an event share one request. An accepted event is not sent again, until a repeated Rollback
 * that reverses another attempt queues it again. What earlier messages of its order do not let through in time is refused.
 */
export function createAskShop({ rows, send, clock, onHurried, note, limits: changes }: AskShopOptions) {
  const limits = { ...defaultLimits, ...changes };
  const asking = new Map<string, Promise<ShopResponse>>();

  async function ask(delivery: Delivery, url: string): Promise<ShopResponse> {
    const startedAt = clock.monotonic();
    const known = await awaitTurn(delivery, await findAsked(delivery).catch(() => undefined), startedAt);
    const decided = decisionOf(known);
    if (typeof known === "string" || decided) return decided ?? "ok";
    const leftMs = () => limits.askMs - (clock.monotonic() - startedAt);
    const shopTry = isBehind(known)
      ? outOfTurn(clock)
      : await send(url, toMessage(delivery, known), { timeoutMs: inTenths(leftMs()) });
    const settled = settle(delivery, known, shopTry);
    // No longer than the shop had: its OK must reach the gateway in time.
    await Promise.race([settled, wait(Math.min(limits.settleWaitMs, Math.max(0, leftMs())))]);
    return shopTry.problem === null ? "ok" : "refused";
  }

  /** The worker sends the earlier ones, so that none is sent twice at once. */
  async function awaitTurn(delivery: Delivery, known: Found, startedAt: number): Promise<Found> {
    let found = known;
    if (!isBehind(found)) return found;
    void rows.hurryEarlier(found).then(onHurried, () => {});
    while (isBehind(found) && clock.monotonic() - startedAt < limits.turnMs) {
      await wait(limits.turnAgainMs);
      found = (await findAsked(delivery).catch(() => undefined)) ?? found;
    }
    return found;
  }

  function findAsked(delivery: Delivery): Promise<Found> {
    return Promise.race([rows.findAsked(toKey(delivery)), wait(limits.settleWaitMs)]);
  }

  /** Continues after the response while the database is away or the delivery waits in the spool. */
  async function settle(delivery: Delivery, known: AskedForward | undefined, shopTry: ShopTry): Promise<void> {
    let asked: Found = known;
    for (let tries = 0; tries < limits.settleTries; tries++) {
      try {
        asked ??= await rows.findAsked(toKey(delivery));
        if (typeof asked === "string") return;
        if (asked) return await rows.settle(asked, verdictOf(delivery, asked, shopTry), shopTry);
      } catch (cause) {
        if (tries === 0) note({ deliveryId: delivery.id, cause });
      }
      await wait(limits.settleAgainMs);
    }
  }

  return (delivery: Delivery): Promise<ShopResponse> | undefined => {
    const target = delivery.endpoint.forward;
    if (target?.mode !== "shop_answers") return undefined;
    const key = `${delivery.endpoint.id} ${delivery.eventHash.toString("hex")}`;
    const running = asking.get(key);
    if (running) return running;
    const response = ask(delivery, target.url).finally(() => asking.delete(key));
    asking.set(key, response);
    return response;
  };
}

/** Where the shop is not asked: it has accepted it, or has nothing to decide any more. */
function decisionOf(found: Found): ShopResponse | undefined {
  if (found === undefined) return undefined;
  if (typeof found === "string") return found === "refused" ? "refused" : "ok";
  return found.decided ?? (found.isDelivered ? "ok" : undefined);
}

function isBehind(found: Found): found is AskedForward {
  return typeof found === "object" && found.isBehind && !decisionOf(found);
}

function outOfTurn(clock: Clock): ShopTry {
  return { at: new Date(clock.now()), status: null, ms: 0, problem: notificationText("shop_earlier_waits"), answer: null };
}

function toMessage({ id, body, headers, receivedAt }: Delivery, known: AskedForward | undefined): ForwardMessage {
  return { deliveryId: known?.deliveryId ?? id, attempt: (known?.attempts ?? 0) + 1, body, headers, receivedAt };
}

/** In tenths of a second, as it is shown. */
function inTenths(ms: number): number {
  return Math.ceil(ms / 100) * 100;
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
