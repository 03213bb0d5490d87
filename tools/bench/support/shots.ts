import { notifyEntries, type Signer, signedBody } from "#lib/notifications/testing/sign.ts";
import { benchSid } from "./app-database.ts";
import type { Shot } from "./load.ts";

/** Unique notifications, signed in advance. */
export function prepareBodies(signer: Signer, count: number): Buffer[] {
  return Array.from({ length: count }, (_, index) => {
    const orderId = `BENCH-${index}`;
    return Buffer.from(signedBody(notifyEntries({ sid: benchSid, orderId, trnref: `T${orderId}` }), signer));
  });
}

/** A new delivery each time: the same body is new at each of the endpoints. Throws when all are used. */
export function createShots(bodies: readonly Buffer[], endpointIds: readonly string[]): () => Shot {
  let spent = 0;
  return () => {
    const body = bodies[spent % bodies.length];
    const endpointId = endpointIds[Math.floor(spent / bodies.length)];
    if (!body || !endpointId) throw new Error(`All ${spent} prepared notifications are spent.`);
    spent += 1;
    return { path: `/api/notify/${endpointId}`, body };
  };
}
