/**
 * Who decides what the gateway hears (docs/notifications.md, rule 27): the desk, which passes the message on later, or
 * the shop, which is asked first.
 */
export type ForwardMode = "desk_answers" | "shop_answers";

export type ForwardTarget = { mode: ForwardMode; url: string };

/** What came of one try. `problem` is null exactly when the shop answered 200 and `OK`. */
export type ShopTry = {
  at: Date;
  /** Null when no answer came. */
  status: number | null;
  ms: number;
  problem: string | null;
  /** The beginning of the answer's body. */
  answer: string | null;
};

/** The bytes to pass on, as received. */
export type ForwardMessage = {
  deliveryId: string;
  body: Uint8Array;
  headers: readonly { name: string; value: string }[];
  receivedAt: Date;
  /** 1 for the first. */
  attempt: number;
};

/** Sends once; never rejects. */
export type SendToShop = (url: string, message: ForwardMessage, options: { timeoutMs: number }) => Promise<ShopTry>;

/** A delivery on its way; `round` tells its tries from those before it was begun anew. */
export type ForwardRef = { deliveryId: string; round: number };

/** A delivery whose turn has come. */
export type DueForward = ForwardMessage &
  ForwardRef & { endpointId: string; method: string | null; mode: ForwardMode; url: string; queuedAt: Date };

/** A stored delivery as `shop answers` needs it. */
export type AskedForward = ForwardRef & { attempts: number; queuedAt: Date; isDelivered: boolean };

/** How `shop answers` finds a stored delivery again, in whatever encoding it came. */
export type SignedKey = { endpointId: string; signedHash: Uint8Array; eventHash: Uint8Array };

/** What a try leads to. */
export type ForwardVerdict =
  | { state: "pending"; dueAt: Date }
  /** `refused`: the shop did not take it and the gateway was told so; it is not sent again by itself. */
  | { state: "delivered" | "refused" | "dead" };

export type Claim = {
  now: Date;
  leaseMs: number;
  limit: number;
  /** At most so many of one endpoint, so that a slow shop holds up nobody else; of one of `struggling` only one. */
  perEndpoint: number;
  struggling: readonly string[];
  /** Endpoints that have enough under way. */
  busy: readonly string[];
};

/** The due table, shared by all processes of one database. */
export type ForwardRows = {
  /** Takes what is due, each endpoint in its turn, of each order the earliest message only; nobody else gets it until the lease ends. */
  claim(claim: Claim): Promise<DueForward[]>;
  /**
   * Undefined while the delivery is not in the database (it waits in the spool); `not_acting` when it is another reading
   * of a signed text, which no shop hears of.
   */
  findAsked(key: SignedKey): Promise<AskedForward | "not_acting" | undefined>;
  settle(ref: ForwardRef, verdict: ForwardVerdict, shopTry: ShopTry): Promise<void>;
};
