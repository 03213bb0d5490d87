import { expect, test } from "vitest";
import type { IdentityStatus } from "#lib/gateway/permit.ts";
import { attemptsUsed, toIdentity, toMerchantState, toMerchantStatus } from "./identity-state.ts";

const nowMs = Date.UTC(2026, 2, 4, 11, 20, 5);

const untried: IdentityStatus = {
  pair: { used: 0, limit: 2, state: "closed", proven: false },
  integration: { used: 0, limit: 2, inFlight: false },
  held: null,
  inFlight: false,
  lastSuccessAt: null,
  lastError: null,
  pausedUntil: null,
  stop: null,
};
const proven = { ...untried, pair: { ...untried.pair, proven: true }, lastSuccessAt: new Date(nowMs - 1_000) };
const held = { untilMs: 60_000, lifeMs: 360_000, scope: "transactions  payments", fetchedAt: new Date(nowMs) };

test.each([
  ["never tried", untried, "unproven", "none"],
  ["signed in before", proven, "ready", "none"],
  ["signed in now", { ...proven, held }, "ready", "fresh"],
  ["signed in, the session ran out", { ...proven, held: { ...held, untilMs: 0 } }, "ready", "expired"],
  ["refused once", { ...untried, pair: { ...untried.pair, used: 1, state: "open" } }, "refused", "refused"],
  [
    "refused while a session still lives",
    { ...proven, held, pair: { ...proven.pair, used: 1, state: "open" } },
    "refused",
    "refused",
  ],
  ["stopped by the integration", { ...proven, integration: { used: 2, limit: 2, inFlight: false } }, "refused", "refused"],
  [
    "stopped by the integration, session alive",
    { ...proven, held, integration: { used: 2, limit: 2, inFlight: false } },
    "ready",
    "fresh",
  ],
  ["two others are signing in", { ...untried, integration: { used: 2, limit: 2, inFlight: true } }, "waiting", "waiting"],
  ["an attempt under way", { ...untried, inFlight: true }, "waiting", "waiting"],
  ["pausing after an unknown outcome", { ...proven, pausedUntil: new Date(nowMs + 1) }, "waiting", "waiting"],
  ["the pause is over", { ...proven, pausedUntil: new Date(nowMs) }, "ready", "none"],
] as const)("%s is %s", (_, status, merchant, identity) => {
  expect(toMerchantStatus(status as IdentityStatus, nowMs)).toBe(merchant);
  expect(toIdentity(status as IdentityStatus, nowMs).state).toBe(identity);
});

test("the remaining time, the scopes and the attempts used are returned", () => {
  expect(toIdentity({ ...proven, held }, nowMs)).toEqual({
    state: "fresh",
    attemptsUsed: 0,
    attemptsMax: 2,
    isProven: true,
    isException: false,
    expiresAt: "2026-03-04T11:21:05.000Z",
    lastSuccessAt: "2026-03-04T11:20:04.000Z",
    lastError: null,
    stop: null,
    scopes: ["transactions", "payments"],
  });
  expect(attemptsUsed({ ...proven, integration: { used: 2, limit: 2, inFlight: false } })).toBe(2);
  expect(attemptsUsed({ ...proven, integration: { used: 1, limit: 2, inFlight: false } })).toBe(0);
});

test("a merchant's health is the worst of its connection, notifications and ledger sync", () => {
  const well = { lacksCertificate: false, hasFailedSync: false };
  for (const status of ["ready", "waiting", "unproven", "refused"] as const) expect(toMerchantState(status, well)).toBe(status);
  expect(toMerchantState("ready", { ...well, hasFailedSync: true })).toBe("sync_failed");
  expect(toMerchantState("ready", { lacksCertificate: true, hasFailedSync: true })).toBe("no_certificate");
  expect(toMerchantState("refused", { lacksCertificate: true, hasFailedSync: true })).toBe("refused");
});
