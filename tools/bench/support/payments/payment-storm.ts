import { setTimeout as sleep } from "node:timers/promises";

/** The app's API as a script uses it. */
export type AppClient = { base: string; headers: Record<string, string> };

/** A payment that a user intends to make; its description identifies it at the gateway. */
export type Intent = { name: string; merchant: string; terminalId: string; amountMinor: number };

export type AppPayment = { paymentId: string; status: string; description: string | null; referenceNumber: string };

type Storm = {
  /** A client of the running app; waits while it is restarted. */
  client: () => Promise<AppClient>;
  intents: readonly Intent[];
  workers: number;
  random: () => number;
  /** Called before each intent, with the number of previous ones. */
  onTurn?: (before: number) => void;
};

const triesMax = 4;

/** Makes every payment once in intent but with repeated requests: double clicks, and retries after the app died. */
export async function storm({ client, intents, workers, random, onTurn }: Storm): Promise<Map<string, number>> {
  const answers = new Map<string, number>();
  const queue = [...intents];
  const click = async (intent: Intent) => {
    for (let attempt = 1; attempt <= triesMax; attempt++) {
      const status = await post(await client(), intent);
      answers.set(status, (answers.get(status) ?? 0) + 1);
      // A user whose page failed usually reloads it; the form's key stays the same.
      if (status !== "no answer" || random() < 0.3) return;
      await sleep(100);
    }
  };
  const work = async () => {
    for (let intent = queue.pop(); intent; intent = queue.pop()) {
      onTurn?.(intents.length - queue.length - 1);
      await Promise.all(random() < 0.2 ? [click(intent), click(intent)] : [click(intent)]);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return answers;
}

async function post({ base, headers }: AppClient, { name, merchant, terminalId, amountMinor }: Intent): Promise<string> {
  try {
    const response = await fetch(`${base}/api/demo/${merchant}/payments`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", "idempotency-key": name },
      body: JSON.stringify({ amountMinor, currency: "EUR", terminalId, description: name }),
    });
    await response.text();
    return String(response.status);
  } catch {
    return "no answer";
  }
}

const openStatuses = new Set(["sending", "unknown", "in_progress"]);

/** Waits until no payment is open; returns all of them. Throws on timeout. */
export async function waitUntilClosed(client: () => Promise<AppClient>, withinMs: number): Promise<AppPayment[]> {
  const until = performance.now() + withinMs;
  for (;;) {
    const payments = await listPayments(await client());
    const open = payments.filter(({ status }) => openStatuses.has(status));
    if (open.length === 0) return payments;
    if (performance.now() > until) throw new Error(`${open.length} of ${payments.length} payments are still open.`);
    await sleep(1_000);
  }
}

async function listPayments({ base, headers }: AppClient): Promise<AppPayment[]> {
  const payments: AppPayment[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const response: Response = await fetch(`${base}/api/demo/payments?limit=500${cursor && `&cursor=${cursor}`}`, { headers });
    if (!response.ok) throw new Error(`The list of payments answered ${response.status}.`);
    const page = (await response.json()) as { items: AppPayment[]; nextCursor: string | null };
    payments.push(...page.items);
    cursor = page.nextCursor;
  }
  return payments;
}
