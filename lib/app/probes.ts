import type { Clock } from "#lib/core/clock.ts";
import { openStore } from "#lib/db/connection/open-store.ts";
import { isStoreReady } from "./readiness.ts";

/** What a load balancer or supervisor asks this process. */
export type Probes = {
  /**
   * Whether a row could be committed within the last 5 s; for `notify`, whether a notification would be acknowledged. Neither
   * while it stops.
   */
  isReady(part?: "notify"): Promise<boolean>;
  /** True once the process serves what it can; it may still wait for its database. */
  hasStarted(): boolean;
  isDraining(): boolean;
  /** From now on it is not ready, and still serves. */
  startDraining(): void;
  close(): Promise<void>;
};

/** The receiver's part of the answers. */
export type NotifyState = {
  /** True when endpoints and keys are known, and the database or the spool takes a notification. */
  isReady(): Promise<boolean>;
  /** True once endpoints and keys have been read, from the database or from the snapshot. */
  isLoaded(): boolean;
};

type Options = {
  notify: NotifyState;
  databaseUrl: string;
  clock: Clock;
  /** False until all its work has started; it may still wait for its database. */
  isPrepared: () => boolean;
};

/**
 * A connection of its own with short limits: in a pool whose queries may take half a minute, one that hangs would hide for as
 * long that the database is back.
 */
const limits = { connectionsMax: 1, statementMs: 1_500, answerMs: 500, connectMs: 2_000 };

export function createProbes({ notify, databaseUrl, clock, isPrepared }: Options): Probes {
  const store = openStore({ url: databaseUrl, applicationName: "counterfoil readiness", ...limits });
  let isDraining = false;
  return {
    async isReady(part) {
      if (isDraining) return false;
      if (part === "notify") return notify.isReady();
      return isPrepared() && isStoreReady(store, clock);
    },
    hasStarted: notify.isLoaded,
    isDraining: () => isDraining,
    startDraining() {
      isDraining = true;
    },
    close: store.close,
  };
}
