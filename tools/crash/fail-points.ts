import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import type { DeliveryRecord } from "#lib/notifications/ports.ts";

/** Where a process is killed: by its parent at any moment, or by itself at the most critical points. */
export const failPoints = ["random", "before_commit", "during_commit", "after_commit", "while_answering"] as const;
export type FailPoint = (typeof failPoints)[number];

/** Faults that a receiver could have; the experiment must detect them. */
export type Mistake = "acknowledge_before_commit" | "commit_without_flush";

const duringCommitMsMax = 3;

export function killNow(): void {
  process.kill(process.pid, "SIGKILL");
}

/** Saves normally until delivery number `after` reaches the fail point. */
export function failAt(record: DeliveryRecord, point: FailPoint, after: number): DeliveryRecord {
  if (point === "random" || point === "while_answering") return record;
  let saved = 0;
  return {
    ...record,
    save: async (delivery, options) => {
      saved += 1;
      const isLast = saved >= after;
      if (isLast && point === "before_commit") killNow();
      if (isLast && point === "during_commit") setTimeout(killNow, Math.random() * duringCommitMsMax);
      await record.save(delivery, options);
      if (isLast && point === "after_commit") killNow();
    },
  };
}

/** Responds OK before the commit is complete; without a crash nothing is lost. */
export function acknowledgeBeforeCommit(record: DeliveryRecord): DeliveryRecord {
  const { signal } = new AbortController();
  return {
    ...record,
    save: async (delivery) => {
      void record.save(delivery, { signal }).catch(() => {});
    },
  };
}

/** Kills this process when the head and the first byte of response number `after` at URL_Notify have been sent. */
export function killWhileAnswering(after: number): void {
  let answered = 0;
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: { url?: string }; response: ServerResponse };
    if (!request.url?.startsWith("/api/notify/")) return;
    const end = response.end.bind(response);
    response.end = ((body?: string, ...rest: []) => {
      answered += 1;
      if (answered < after || response.statusCode !== 200 || typeof body !== "string") return end(body, ...rest);
      response.write(body.slice(0, 1), killNow);
      return response;
    }) as typeof response.end;
  });
}
