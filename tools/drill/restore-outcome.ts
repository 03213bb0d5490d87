import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { atLeast } from "#tools/bench/support/goals.ts";
import type { Figure } from "#tools/bench/support/report.ts";
import { compare } from "#tools/crash/compare.ts";
import { atMost } from "./figures.ts";
import type { RestoreApp } from "./restore-app.ts";
import type { RestoreGateway } from "./restore-gateway.ts";
import { actAgain, type Before, type Done, isLinkOpen, isSignedIn, openMoney, signInSecond } from "./restore-scene.ts";

export type RestoreSize = {
  notifications: number;
  payments: number;
  refunds: number;
  rows: number;
  isShort: boolean;
  patience: number;
};

/** The gateway locks the account at the third one in a row. */
export const failedSignInsMax = 2;
/** The journal tells the failed sign-ins when it was being written a minute before the backup (docs/lockout.md, rule 18). */
export const journalAheadMs = 65_000;

export type Outcome = {
  notifications: number;
  lost: number;
  doubled: number;
  paymentsTwice: number;
  refundsTwice: number;
  refundsMade: number;
  failedSignIns: number;
  oldSessions: number;
  isOldLinkOpen: boolean;
  restoreCode: number;
  refusedWhileShut: number;
};

export async function makeEnv(folder: string, gateway: RestoreGateway, hasJournal: boolean) {
  const [dataDir, journalDir] = [path.join(folder, "data"), path.join(folder, "journal")];
  for (const place of [dataDir, journalDir]) await mkdir(place, { recursive: true, mode: 0o700 });
  return {
    SESSION_KEYS: `d1:${randomBytes(32).toString("hex")}`,
    VAULT_KEYS: `d1:${randomBytes(32).toString("base64")}`,
    DATA_DIR: dataDir,
    SANDBOX: "off",
    LOG_LEVEL: "error",
    GATEWAY_HOSTS: gateway.host,
    ...(hasJournal ? { JOURNAL_DIR: journalDir } : {}),
  };
}

type Facts = { gateway: RestoreGateway; before: Before; done: Done; restoreCode: number; isToOpen: boolean };

export async function readOutcome(app: RestoreApp, { gateway, before, done, restoreCode, isToOpen }: Facts): Promise<Outcome> {
  try {
    const refusedWhileShut = await actAgain(app, before, done);
    if (isToOpen) await openMoney(app.ctx);
    await actAgain(app, before, done);
    for (let tries = 0; tries < 3; tries++) await signInSecond(app);
    const { acknowledged } = done;
    const { vault, store } = app.runtime;
    const { lost, duplicated } = await compare({ databaseUrl: store.url, vault, acknowledged });
    const twice = (counts: ReadonlyMap<string, number>) => [...counts.values()].filter((count) => count > 1).length;
    return {
      notifications: acknowledged.size,
      lost: lost.length,
      doubled: duplicated.length,
      paymentsTwice: twice(gateway.accepted.payments),
      refundsTwice: twice(gateway.accepted.refunds),
      refundsMade: gateway.accepted.refunds.size,
      failedSignIns: gateway.failedSignIns(),
      oldSessions: await isSignedIn(app, before),
      isOldLinkOpen: await isLinkOpen(app, before),
      restoreCode,
      refusedWhileShut,
    };
  } finally {
    await app.close();
  }
}

export function outcomeFigures(part: string, outcome: Outcome): Figure[] {
  return [
    { name: `${part}: notifications acknowledged after the backup`, value: String(outcome.notifications) },
    atMost(`${part}: notifications lost`, outcome.lost, 0),
    atMost(`${part}: notifications doubled`, outcome.doubled, 0),
    atMost(`${part}: payments sent twice`, outcome.paymentsTwice, 0),
    atMost(`${part}: of ${outcome.refundsMade} refunds, given twice`, outcome.refundsTwice, 0),
    atLeast(`${part}: payments and refunds refused until it is opened`, outcome.refusedWhileShut, 1),
    atMost(`${part}: failed sign-ins of one pair`, outcome.failedSignIns, failedSignInsMax),
    atMost(`${part}: old cookies that still work`, outcome.oldSessions, 0),
    atMost(`${part}: old links that still work`, Number(outcome.isOldLinkOpen), 0),
    atMost(`${part}: faults of the audit log`, outcome.restoreCode, 0),
  ];
}
