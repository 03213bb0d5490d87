import { ProblemError, problem } from "../problem.ts";
import type { RecordKind } from "../storage.ts";
import type { World } from "../world.ts";

const failuresMax = 3;

/** The account whose consecutive failures are counted: the integration, or a merchant's pair. */
export const integrationAccount = "integration";

/** All who name no account of this gateway, counted together: there is nothing to lock, and anybody can invent names. */
export const strangers = "unknown";

export type Attempt = "token" | "session";

type Failures = { token: number; session: number };

const kind: RecordKind<Failures> = "failures";

/** Throws 403 when one of the accounts had three failures in a row; only the control endpoint unlocks. */
export async function refuseWhenLocked({ storage }: World, accounts: readonly string[]): Promise<void> {
  const records = await storage.findMany(
    kind,
    accounts.filter((account) => account !== strangers),
  );
  if (records.some(({ tag }) => Number(tag) >= failuresMax)) {
    throw new ProblemError(
      problem(403, { detail: "The account is locked after three consecutive failed authentication attempts." }),
    );
  }
}

/** Counted for the pair and for the integration, because which of them the real gateway counts is not documented. */
export async function recordFailure(world: World, attempt: Attempt, accounts: readonly string[]): Promise<void> {
  for (const account of accounts) {
    const inARow = await change(world, account, (failures) => ({ ...failures, [attempt]: failures[attempt] + 1 }));
    await world.storage.update("failures-max", account, (record) => ({
      record: { group: "", at: world.now(), tag: String(Math.max(inARow, Number(record?.tag ?? 0))), value: null },
      result: undefined,
    }));
  }
}

/** A session confirms token and pair; a token only itself, so refused sessions stay counted (docs/lockout.md, rule 4). */
export async function recordSuccess(world: World, attempt: Attempt, accounts: readonly string[]): Promise<void> {
  const proven = attempt === "session" ? { token: 0, session: 0 } : { token: 0 };
  for (const account of accounts) await change(world, account, (failures) => ({ ...failures, ...proven }));
}

async function change(world: World, account: string, by: (failures: Failures) => Failures): Promise<number> {
  return world.storage.update(kind, account, (record) => {
    const failures = by(record?.value ?? { token: 0, session: 0 });
    const inARow = failures.token + failures.session;
    if (inARow === 0) return { record: record ? null : undefined, result: 0 };
    return { record: { group: "", at: world.now(), tag: String(inARow), value: failures }, result: inARow };
  });
}
