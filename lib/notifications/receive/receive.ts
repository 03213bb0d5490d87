import type { Clock } from "#lib/core/clock.ts";
import { isEndpointId } from "../endpoints/endpoint-id.ts";
import type { AskShop, Delivery, DeliveryRecord, EndpointDirectory, NotifyEndpoint } from "../ports.ts";
import type { Spool } from "../spool/spool.ts";
import type { Verdict } from "../verification/verify.ts";
import type { TakeFault } from "./fail-on-purpose.ts";
import { drainBody, readBody } from "./read-body.ts";
import type { NotifyAnswer } from "./responses.ts";
import * as answers from "./responses.ts";
import { createKeeper, type DeliveryJournal, type Kept } from "./save-delivery.ts";
import type { StoredIn } from "./store-in-time.ts";
import { toDelivery, type VerifiedDelivery } from "./to-delivery.ts";

export type NotifyRequest = {
  method: string;
  endpointId: string;
  header(name: string): string | null | undefined;
  body: AsyncIterator<Uint8Array>;
  peer: string | null;
};

/** Never rejects: failures on our side are 503. */
export type Receive = (request: NotifyRequest) => Promise<NotifyAnswer>;

/** One handled request, for metrics and log: ids only, never values. */
export type ReceiveNote = {
  endpointId: string;
  /** Null for an unknown endpoint. */
  environment: string | null;
  status: number;
  verdict: Verdict | null;
  /** Null when nothing was stored. */
  deliveryId: string | null;
  storedIn: StoredIn | null;
  /** Set when the response is not OK although nothing failed. */
  refusal: answers.Refusal | null;
  ms: number;
  /** A failure on our side, if any. */
  problem: unknown;
};

export type ReceiverOptions = {
  directory: EndpointDirectory;
  record: DeliveryRecord;
  /** Stores verified deliveries while the database is away; without it they are refused then. */
  spool?: Pick<Spool, "add"> | undefined;
  /** Called after each commit to the database; must neither throw nor block. */
  onStored?: ((delivery: Delivery) => void) | undefined;
  askShop?: AskShop | undefined;
  journal?: DeliveryJournal | undefined;
  /** For the receiver of the sandbox's endpoints only, see receive-by-sandbox.ts. */
  takeFault?: TakeFault | undefined;
  clock: Clock;
  note?: (note: ReceiveNote) => void;
  limits?: Partial<ReceiveLimits>;
};

export type ReceiveLimits = {
  bodyBytesMax: number;
  bodyMs: number;
  drainMs: number;
  saveMs: number;
  decideMs: number;
  shopMs: number;
};

const defaultLimits: ReceiveLimits = {
  bodyBytesMax: 65_536,
  bodyMs: 10_000,
  drainMs: 1_000,
  saveMs: 1_500,
  decideMs: 4_000,
  shopMs: 4_000,
};
type Outcome = Partial<Kept> & { answer: NotifyAnswer; environment?: string };

/**
 * URL_Notify without a framework (docs/notifications.md, rules 1 and 2): method and path, content type, capped and
 * timed body, pairs, signature, field order, one transaction. `OK` is sent only after that is committed, or after a valid
 * delivery is on disk because the database is away.
 */
export function createReceiver(options: ReceiverOptions): Receive {
  const { directory, record, spool, onStored, askShop, journal, takeFault, clock, note, limits: changes } = options;
  const limits = { ...defaultLimits, ...changes };
  const keep = createKeeper({ record, spool, onStored, askShop, journal, takeFault, clock, limits });

  async function answerRequest(request: NotifyRequest, startedAt: number): Promise<Outcome> {
    if (request.method !== "POST") return unread(answers.wrongMethodAnswer, request, limits);
    const endpoint = isEndpointId(request.endpointId) ? await directory.find(request.endpointId) : undefined;
    if (!endpoint) return unread(answers.notFoundAnswer, request, limits);
    const wrongHead = refuseHead(request, limits);
    if (wrongHead) return unread(wrongHead, request, limits);
    const read = await readBody(request.body, { bytesMax: limits.bodyBytesMax, deadlineMs: limits.bodyMs });
    if ("problem" in read) return refuseBody(read.problem, request, limits);
    const { environment } = endpoint;
    return { environment, ...(await keep(await verifyBody(read.bytes, request, endpoint), startedAt)) };
  }

  /** Before a delivery is rejected, keys and rules are read again from the database. */
  async function verifyBody(body: Buffer, request: NotifyRequest, endpoint: NotifyEndpoint): Promise<VerifiedDelivery> {
    const circumstances = { header: request.header, peer: request.peer, receivedAt: new Date(clock.now()) };
    const delivery = toDelivery(body, endpoint, circumstances);
    if (delivery.verification.verdict === "valid") return delivery;
    const fresh = await directory.findFresh(endpoint.id);
    return fresh ? toDelivery(body, fresh, circumstances) : delivery;
  }

  return async (request) => {
    const startedAt = clock.monotonic();
    const { answer, environment, verdict, deliveryId, storedIn, problem } = await answerRequest(request, startedAt).catch(
      (cause: unknown): Outcome => ({ ...unread(answers.unavailableAnswer, request, limits), problem: cause }),
    );
    note?.({
      endpointId: request.endpointId,
      environment: environment ?? null,
      status: answer.status,
      verdict: verdict ?? null,
      deliveryId: deliveryId ?? null,
      storedIn: storedIn ?? null,
      refusal: answers.refusalOf(answer),
      ms: clock.monotonic() - startedAt,
      problem,
    });
    return answer;
  };
}

function refuseHead(request: NotifyRequest, limits: ReceiveLimits): NotifyAnswer | undefined {
  const mediaType = (request.header("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  const encoding = request.header("content-encoding");
  if (mediaType !== "application/x-www-form-urlencoded" || encoding) return answers.wrongTypeAnswer;
  return Number(request.header("content-length") ?? 0) > limits.bodyBytesMax ? answers.tooLargeAnswer : undefined;
}

function refuseBody(problem: "too_large" | "slow" | "broken", request: NotifyRequest, limits: ReceiveLimits): Outcome {
  if (problem === "too_large") return unread(answers.tooLargeAnswer, request, limits);
  const answer = problem === "slow" ? answers.slowAnswer : answers.brokenAnswer;
  return { answer: { ...answer, wasRead: false } };
}

/** The rest of the body is dropped for a limited time, so that a sender that writes everything first can read the response. */
function unread(answer: NotifyAnswer, request: NotifyRequest, limits: ReceiveLimits): Outcome {
  return { answer: { ...answer, wasRead: false, settled: drainBody(request.body, limits.drainMs) } };
}
