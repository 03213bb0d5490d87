import { notifyEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import type { Shot } from "../support/load.ts";
import type { Scene } from "./scene.ts";

type Notified = { endpoint: number; orderId: string; trnref: string; amount?: string; currency?: string };

/** One signed notification to an endpoint of the scene. */
export function toShot({ endpoints, signer }: Scene, { endpoint, ...purchase }: Notified): Shot {
  const { id = "", sid = "" } = endpoints[endpoint % endpoints.length] ?? {};
  const body = Buffer.from(signedBody(notifyEntries({ sid, ...purchase }), signer));
  return { path: `/api/notify/${id}`, body };
}

/** Unique notifications to all endpoints in turn, signed on demand. */
export function createNotifications(scene: Scene, prefix: string): () => Shot {
  let sent = 0;
  return () => {
    sent += 1;
    return toShot(scene, { endpoint: sent * 7_919, orderId: `${prefix}-${sent}`, trnref: `T${prefix}${sent}` });
  };
}
