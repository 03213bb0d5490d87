import { setTimeout as wait } from "node:timers/promises";

const path = "/api/demo/corner-cafe/payments";
const terminalId = "81000001";
const amountMinor = 10_00;
const answerMs = 30_000;
const pollMs = 250;
const textMax = 120;

/** Takes payments one after another, as a person at a terminal does; what was answered instead of "created". */
export async function makePayments(origin: string, cookie: string, count: number): Promise<string[]> {
  const failures: string[] = [];
  for (let number = 0; number < count; number++) {
    const answer = await fetch(`${origin}${path}`, {
      method: "POST",
      headers: { cookie, origin, "content-type": "application/json", "idempotency-key": `drill-${number}` },
      body: JSON.stringify({ amountMinor, currency: "EUR", terminalId, description: `drill ${number}` }),
      signal: AbortSignal.timeout(answerMs),
    }).catch(() => undefined);
    const text = await answer?.text().catch(() => "");
    if (answer?.status !== 201) failures.push(`${answer?.status ?? "no answer"} ${text?.slice(0, textMax) ?? ""}`);
    await wait(pollMs);
  }
  return failures;
}
