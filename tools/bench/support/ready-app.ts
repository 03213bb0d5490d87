import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import type { AppProcess } from "./app-process.ts";

const startWithinMs = 120_000;

/** Waits until the app at that origin reports that it is ready. Throws what it said where it ended instead. */
export async function untilReady(origin: string, { ended }: Pick<AppProcess, "ended">): Promise<void> {
  let said: string | undefined;
  void ended.then((end) => {
    said = end.said;
  });
  const giveUpAt = performance.now() + startWithinMs;
  while (performance.now() < giveUpAt) {
    const answer = await fetch(`${origin}/api/ready`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    if (said !== undefined) throw new Error(`${origin} ended before it was ready:\n${said}`);
    await wait(200);
  }
  throw new Error(`${origin} did not become ready.`);
}

/** The cookies of a new session of the seeded administrator, as a `Cookie` header. */
export function signInAsAdmin(origin: string, dataDir: string): Promise<string> {
  return signInAs(origin, dataDir, "admin");
}

/** The same of another seeded role. */
export async function signInAs(origin: string, dataDir: string, wanted: string): Promise<string> {
  const text = await readFile(path.join(dataDir, "sign-in.json"), "utf8");
  const { staff } = JSON.parse(text) as { staff: { email: string; password: string; role: string }[] };
  const user = staff.find(({ role }) => role === wanted);
  return readCookies(origin, "/api/session", { email: user?.email, password: user?.password });
}

/** The same of the first administrator of their own, who is made with the link that the app printed. */
export async function joinAsFirstAdmin(origin: string, dataDir: string): Promise<string> {
  const printed = await readFile(path.join(dataDir, "log"), "utf8");
  const token = /\/join#(\S+)/.exec(printed)?.[1];
  const [email, password] = ["first@counterfoil.example", "trusting-plum-otter-visa"];
  return readCookies(origin, "/api/invitations/accept", { token, email, password });
}

async function readCookies(origin: string, address: string, body: object): Promise<string> {
  const answer = await fetch(`${origin}${address}`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`);
  return answer.headers
    .getSetCookie()
    .map((item) => item.split(";")[0])
    .join("; ");
}
