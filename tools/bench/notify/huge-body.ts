import { request } from "node:http";
import type { EntryPoint } from "./entry-points.ts";

const chunk = Buffer.alloc(64 * 1024, "a");

/** Sends a chunked body without a declared length, as fast as it is accepted; returns the response and the accepted bytes. */
export function sendHugeBody(
  { origin, nextShot }: EntryPoint,
  megabytes: number,
): Promise<{ status: number; takenMegabytes: number }> {
  const { path } = nextShot();
  const headers = { "content-type": "application/x-www-form-urlencoded", "transfer-encoding": "chunked" };
  return new Promise((resolve) => {
    let status = 0;
    let chunks = 0;
    let isOver = false;
    const sending = request(origin + path, { method: "POST", headers, agent: false });
    const end = () => {
      isOver = true;
      resolve({ status, takenMegabytes: (chunks * chunk.length) / 1_048_576 });
    };
    const write = () => {
      while (!isOver && chunks * chunk.length < megabytes * 1_048_576) {
        chunks += 1;
        if (!sending.write(chunk)) return sending.once("drain", write);
      }
      return sending.end();
    };
    sending.on("response", (response) => {
      status = response.statusCode ?? 0;
      response.resume();
    });
    sending.on("error", end).on("close", end);
    write();
  });
}
