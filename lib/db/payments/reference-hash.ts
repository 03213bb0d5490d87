import { createHash } from "node:crypto";
import type { NotificationEvent } from "#lib/notifications/receive/to-event.ts";

/** Hash of (SID, IPC_Trnref, IPCmethod); null without a reference, which cannot conflict. */
export function referenceHash({ sid, trnref, method }: Pick<NotificationEvent, "sid" | "trnref" | "method">): Buffer | null {
  if (!trnref) return null;
  return createHash("sha256")
    .update(JSON.stringify([sid, trnref, method]))
    .digest();
}
