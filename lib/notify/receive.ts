import { createHash, randomUUID } from "node:crypto";
import type { Clock } from "#lib/core/clock.ts";
import type { NotifyAnswer } from "./answers.ts";
import * as answers from "./answers.ts";
import { isEndpointId } from "./endpoint-id.ts";
import { parseForm } from "./form.ts";
import { keptHeaders } from "./kept-headers.ts";
import type { Delivery, DeliveryRecord, EndpointDirectory, NotifyEndpoint } from "./ports.ts";
import { drainBody, readBody } from "./read-body.ts";
import { eventHash, toEvent } from "./to-event.ts";
import { createTokenBuckets } from "./token-bucket.ts";
import { judge } from "./verdict.ts";

export type NotifyRequest = {
  method: string;
  endpointId: string;
  header(name: string): string | null | undefined;
  /** Ending it early must not destroy the connection. */
  body: AsyncIterator<Uint8Array>;
  peer: string | null;
};

export type Receive = (request: NotifyRequest) => Promise<NotifyAnswer>;

/** One answered request, for metrics and log: ids and hashes, never values. */
export type ReceiveNote = {
  endpointId: string;
  status: number;
  verdict: "valid" | "invalid" | "not_checkable" | null;
  deliveryId: string | null;
  ms: number;
  problem: unknown;
};

export type ReceiverOptions = {
  directory: EndpointDirectory;
  record: DeliveryRecord;
  clock: Clock;
  note?: (note: ReceiveNote) => void;
  limits?: Partial<ReceiveLimits>;
};

export type ReceiveLimits = { bodyBytesMax: number; bodyMs: number; drainMs: number; decideMs: number };

const defaultLimits: ReceiveLimits = { bodyBytesMax: 65_536, bodyMs: 10_000, drainMs: 1_000, decideMs: 4_000 };
const quarantineRate = { perSecond: 20, burst: 100 };

/**
 * URL_Notify without a framework (notify-rules.md, Order and Answers). `OK` is answered only after the delivery is
 * committed. Never rejects: what goes wrong on our side is 503.
 */
export function createReceiver({ directory, record, clock, note, limits: changes }: ReceiverOptions): Receive {
  const limits = { ...defaultLimits, ...changes };
  const quarantine = createTokenBuckets({ ...quarantineRate, clock });

  async function receiveBody(request: NotifyRequest, endpoint: NotifyEndpoint, startedAt: number): Promise<Outcome> {
    const read = await readBody(request.body, { bytesMax: limits.bodyBytesMax, deadlineMs: limits.bodyMs });
    if ("problem" in read) return refuseBody(read.problem, request, limits);
    const delivery = toDelivery(read.bytes, { request, endpoint, receivedAt: new Date(clock.now()) });
    const answer = answers.verdictAnswer(delivery.judgement);
    delivery.answer = { status: answer.status, body: answer.body, ms: clock.monotonic() - startedAt };
    const { verdict } = delivery.judgement;
    const outcome = { answer, verdict, deliveryId: delivery.id, problem: undefined };
    if (verdict !== "valid" && !quarantine.take(endpoint.id)) {
      await record.countDropped(endpoint.id, 1).catch(() => {});
      return { ...outcome, deliveryId: null };
    }
    try {
      await saveInTime(record, delivery, limits.decideMs);
      return outcome;
    } catch (problem) {
      return { ...outcome, answer: verdict === "valid" ? answers.unavailableAnswer : answer, deliveryId: null, problem };
    }
  }

  async function answerRequest(request: NotifyRequest, startedAt: number): Promise<Outcome> {
    const refused = refuseHead(request, limits);
    if (refused) return unread(refused, request, limits);
    const endpoint = isEndpointId(request.endpointId) ? await directory.find(request.endpointId) : undefined;
    if (!endpoint) return unread(answers.notFoundAnswer, request, limits);
    const wrongBody = refuseBodyHead(request, limits);
    if (wrongBody) return unread(wrongBody, request, limits);
    return receiveBody(request, endpoint, startedAt);
  }

  return async (request) => {
    const startedAt = clock.monotonic();
    const outcome = await answerRequest(request, startedAt).catch((problem: unknown) => ({
      ...unread(answers.unavailableAnswer, request, limits),
      problem,
    }));
    const { answer, verdict, deliveryId, problem } = outcome;
    const ms = clock.monotonic() - startedAt;
    note?.({ endpointId: request.endpointId, status: answer.status, verdict, deliveryId, ms, problem });
    return answer;
  };
}

type Outcome = {
  answer: NotifyAnswer;
  verdict: ReceiveNote["verdict"];
  deliveryId: string | null;
  problem: unknown;
};

function refuseHead({ method }: NotifyRequest, _limits: ReceiveLimits): NotifyAnswer | undefined {
  return method === "POST" ? undefined : answers.wrongMethodAnswer;
}

function refuseBodyHead(request: NotifyRequest, limits: ReceiveLimits): NotifyAnswer | undefined {
  const mediaType = (request.header("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  const encoding = request.header("content-encoding");
  if (mediaType !== "application/x-www-form-urlencoded" || encoding) return answers.wrongTypeAnswer;
  return Number(request.header("content-length") ?? 0) > limits.bodyBytesMax ? answers.tooLargeAnswer : undefined;
}

function unread(answer: NotifyAnswer, request: NotifyRequest, limits: ReceiveLimits): Outcome {
  const settled = drainBody(request.body, limits.drainMs);
  return { answer: { ...answer, wasRead: false, settled }, verdict: null, deliveryId: null, problem: undefined };
}

function refuseBody(problem: "too_large" | "slow" | "broken", request: NotifyRequest, limits: ReceiveLimits): Outcome {
  if (problem === "too_large") return unread(answers.tooLargeAnswer, request, limits);
  const answer = problem === "slow" ? answers.slowAnswer : answers.brokenAnswer;
  return { answer: { ...answer, wasRead: false }, verdict: null, deliveryId: null, problem: undefined };
}

type Circumstances = { request: NotifyRequest; endpoint: NotifyEndpoint; receivedAt: Date };

function toDelivery(body: Buffer, { request, endpoint, receivedAt }: Circumstances): Delivery {
  const pairs = parseForm(body);
  const judged = judge(pairs ?? [], { ...endpoint, door: "notify" });
  const judgement = pairs ? judged : { verdict: "invalid" as const, reasons: ["pairs"], keyId: null };
  return {
    id: randomUUID(),
    endpoint,
    body,
    sha256: createHash("sha256").update(body).digest(),
    headers: keptHeaders(request.header),
    peer: request.peer,
    receivedAt,
    judgement: { verdict: judgement.verdict, reasons: judgement.reasons, keyId: judgement.keyId },
    event: toEvent(pairs ?? []),
    eventHash: eventHash(judged.form.signed),
    answer: { status: 0, body: "", ms: 0 },
  };
}

/** Throws when it is not decided in time; then nothing gets stored, unless the commit itself was already under way. */
async function saveInTime(record: DeliveryRecord, delivery: Delivery, decideMs: number): Promise<void> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(new Error("The delivery was not stored in time.")), decideMs);
  const late = new Promise<never>((_, reject) => abort.signal.addEventListener("abort", () => reject(abort.signal.reason)));
  const saved = record.save(delivery, { signal: abort.signal });
  saved.catch(() => {});
  try {
    await Promise.race([saved, late]);
  } finally {
    clearTimeout(timer);
  }
}
