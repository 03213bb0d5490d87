import type { Clock } from "#lib/core/clock.ts";
import type { NotifyAnswer } from "./answers.ts";
import * as answers from "./answers.ts";
import { createDroppedCounter } from "./dropped-counter.ts";
import { isEndpointId } from "./endpoint-id.ts";
import type { DeliveryRecord, EndpointDirectory, NotifyEndpoint } from "./ports.ts";
import { drainBody, readBody } from "./read-body.ts";
import { saveInTime } from "./save-in-time.ts";
import { type JudgedDelivery, toDelivery } from "./to-delivery.ts";
import { createTokenBuckets } from "./token-bucket.ts";
import type { Verdict } from "./verdict.ts";

export type NotifyRequest = {
  method: string;
  endpointId: string;
  header(name: string): string | null | undefined;
  body: AsyncIterator<Uint8Array>;
  peer: string | null;
};

/** Never rejects: what goes wrong on our side is 503. */
export type Receive = (request: NotifyRequest) => Promise<NotifyAnswer>;

/** One answered request, for metrics and log: ids only, never values. */
export type ReceiveNote = {
  endpointId: string;
  status: number;
  verdict: Verdict | null;
  /** Null when nothing was stored. */
  deliveryId: string | null;
  ms: number;
  /** What went wrong on our side, if anything did. */
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

type Outcome = { answer: NotifyAnswer; verdict?: Verdict; deliveryId?: string; problem?: unknown };

/**
 * URL_Notify without a framework (notify-rules.md, Order and Answers): method and path, content type, capped and
 * timed body, pairs, signature, layout, one transaction. `OK` is answered only after that is committed.
 */
export function createReceiver({ directory, record, clock, note, limits: changes }: ReceiverOptions): Receive {
  const limits = { ...defaultLimits, ...changes };
  const quarantine = createTokenBuckets({ ...quarantineRate, clock });
  const dropped = createDroppedCounter(record);

  async function answerRequest(request: NotifyRequest, startedAt: number): Promise<Outcome> {
    if (request.method !== "POST") return unread(answers.wrongMethodAnswer, request, limits);
    const endpoint = isEndpointId(request.endpointId) ? await directory.find(request.endpointId) : undefined;
    if (!endpoint) return unread(answers.notFoundAnswer, request, limits);
    const wrongHead = refuseHead(request, limits);
    if (wrongHead) return unread(wrongHead, request, limits);
    const read = await readBody(request.body, { bytesMax: limits.bodyBytesMax, deadlineMs: limits.bodyMs });
    if ("problem" in read) return refuseBody(read.problem, request, limits);
    return keep(await judgeBody(read.bytes, request, endpoint), startedAt);
  }

  /** A verdict against the sender is given only by keys and rules that were just read again. */
  async function judgeBody(body: Buffer, request: NotifyRequest, endpoint: NotifyEndpoint): Promise<JudgedDelivery> {
    const circumstances = { header: request.header, peer: request.peer, receivedAt: new Date(clock.now()) };
    const delivery = toDelivery(body, endpoint, circumstances);
    if (delivery.judgement.verdict === "valid") return delivery;
    const fresh = await directory.findFresh(endpoint.id);
    return fresh ? toDelivery(body, fresh, circumstances) : delivery;
  }

  async function keep(judged: JudgedDelivery, startedAt: number): Promise<Outcome> {
    const { verdict } = judged.judgement;
    const answer = answers.verdictAnswer(judged.judgement);
    if (verdict !== "valid" && !quarantine.take(judged.endpoint.id)) {
      dropped.add(judged.endpoint.id);
      return { answer, verdict };
    }
    const ms = clock.monotonic() - startedAt;
    const delivery = { ...judged, answer: { status: answer.status, body: answer.body, ms } };
    try {
      await saveInTime(record, delivery, limits.decideMs);
      return { answer, verdict, deliveryId: delivery.id };
    } catch (problem) {
      return { answer: verdict === "valid" ? answers.unavailableAnswer : answer, verdict, problem };
    }
  }

  return async (request) => {
    const startedAt = clock.monotonic();
    const { answer, verdict, deliveryId, problem } = await answerRequest(request, startedAt).catch((cause: unknown) => ({
      ...unread(answers.unavailableAnswer, request, limits),
      problem: cause,
    }));
    note?.({
      endpointId: request.endpointId,
      status: answer.status,
      verdict: verdict ?? null,
      deliveryId: deliveryId ?? null,
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

/** The rest of the body is dropped for a while, so that a sender that writes first gets to read its answer. */
function unread(answer: NotifyAnswer, request: NotifyRequest, limits: ReceiveLimits): Outcome {
  return { answer: { ...answer, wasRead: false, settled: drainBody(request.body, limits.drainMs) } };
}
