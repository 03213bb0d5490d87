import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const startWithinMs = 120_000;

/** Waits until the app at that origin reports that it is ready. */
export async function untilReady(origin: string): Promise<void> {
  const giveUpAt = performance.now() + startWithinMs;
  while (performance.now() < giveUpAt) {
    const answer = await fetch(`${origin}/api/ready`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
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
  const answer = await fetch(`${origin}/api/session`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify({ email: user?.email, password: user?.password }),
  });
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}.`);
  return answer.headers
    .getSetCookie()
    .map((item) => item.split(";")[0])
    .join("; ");
}
