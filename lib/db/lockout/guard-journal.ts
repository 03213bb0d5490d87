import { z } from "zod";
import type { FailedAttempt, GuardIntegration, GuardPair } from "#lib/core/lockout-guard.ts";

/** Where changes of the guard are also written, so that a restore knows those since the backup. */
export type GuardJournal = {
  /** Before an attempt is sent. Throws when neither the change nor that it is missing can be written. */
  recordAttempt(change: GuardChange): Promise<void>;
  /** After an outcome. Never rejects: without it the journal counts one failure too many, never one too few. */
  recordOutcome(change: GuardChange): Promise<void>;
};

const failedAttemptSchema = z.looseObject({ attempt: z.string(), pair: z.string() });
const failedAttemptsSchema = z.custom<FailedAttempt[]>((value) => z.array(failedAttemptSchema).safeParse(value).success);

/** The guard of an integration and one of its pairs after a change; `previousSeq` is the integration's before it. */
export const guardChangeSchema = z.object({
  environment: z.string(),
  previousSeq: z.number(),
  integration: z.object({ id: z.string(), seq: z.number(), failedAttempts: failedAttemptsSchema }),
  pair: z.object({
    id: z.string(),
    kind: z.enum(["token", "session"]),
    failedAttempts: failedAttemptsSchema,
    state: z.enum(["closed", "open"]),
    provenMark: z.string().nullable(),
    inflightUntilMs: z.number().nullable(),
    attempt: z.string().nullable(),
  }),
});
export type GuardChange = z.infer<typeof guardChangeSchema>;

type Rows = { integration: { id: string; environment: string; seq: number }; pair: { id: string } };
type Guarded = { integration: GuardIntegration; pair: GuardPair };

export function toGuardChange({ integration: before }: Rows, { integration, pair }: Guarded): GuardChange {
  const { id, kind, failedAttempts, state, provenMark, inflightUntilMs, attempt } = pair;
  return {
    environment: before.environment,
    previousSeq: before.seq,
    integration: { id: before.id, seq: integration.seq, failedAttempts: [...integration.failedAttempts] },
    pair: { id, kind, failedAttempts: [...failedAttempts], state, provenMark, inflightUntilMs, attempt },
  };
}

/** The guards after these changes: of each integration and pair the last one. */
export type GuardState = {
  integrations: ReadonlyMap<string, GuardChange>;
  pairs: ReadonlyMap<string, GuardChange>;
};

/**
 * The state that the changes lead to from a backup, whose integrations had these numbers; undefined when one is missing. A
 * change that was written and not committed leads nowhere and is left out, unless it is the last.
 */
export function followGuardChanges(changes: readonly GuardChange[], backup: ReadonlyMap<string, number>): GuardState | undefined {
  const integrations = new Map<string, GuardChange>();
  const pairs = new Map<string, GuardChange>();
  for (const [id, own] of Map.groupBy(changes, (change) => change.integration.id)) {
    const chain = findChain(own, backup.get(id) ?? 0);
    if (!chain) return undefined;
    for (const change of chain) {
      integrations.set(id, change);
      pairs.set(change.pair.id, change);
    }
  }
  return { integrations, pairs };
}

/** From the backup's number to the newest change, oldest first; empty when the backup has it all. */
function findChain(changes: readonly GuardChange[], backupSeq: number): GuardChange[] | undefined {
  const bySeq = Map.groupBy(changes, ({ integration }) => integration.seq);
  const newer = changes.filter(({ integration }) => integration.seq >= backupSeq);
  let seq = newer.reduce((most, { integration }) => Math.max(most, integration.seq), backupSeq);
  const chain: GuardChange[] = [];
  while (seq > backupSeq) {
    // Several with one number: the state of a pair changed without an attempt, after the change that made the number.
    const same = bySeq.get(seq) ?? [];
    const [made] = same.filter(({ previousSeq }) => previousSeq < seq);
    if (!made) return undefined;
    chain.unshift(made, ...same.filter((change) => change !== made));
    seq = made.previousSeq;
  }
  if (seq !== backupSeq) return undefined;
  return [...(bySeq.get(backupSeq) ?? []).filter(({ previousSeq }) => previousSeq === backupSeq), ...chain];
}
