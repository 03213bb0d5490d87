// @module-tag long: starts the program again for each case.

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openVault } from "#lib/app/open-vault.ts";
import { systemClock } from "#lib/core/clock.ts";
import { setTotp } from "#lib/db/staff/second-factors.ts";
import { insertStaff, updateStaff } from "#lib/db/staff/staff.ts";
import { createStaffSession, findStaffSession } from "#lib/db/staff/staff-sessions.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { hashPassword } from "#lib/services/session/password.ts";
import { signIn } from "#lib/services/session/sign-in.ts";
import { acceptInvitation } from "#lib/services/staff/accept-invitation.ts";
import type { Vault } from "#lib/vault/vault.ts";

const key = { id: "k1", key: randomBytes(32) };
const [oldPassword, newPassword] = ["an-older-plum-otter-visa", "trusting-plum-otter-visa"];
let store: TestStore;
let vault: Vault;
let folder: string;
beforeAll(async () => {
  [store, folder] = await Promise.all([createTestStore(), mkdtemp(path.join(tmpdir(), "counterfoil-user-"))]);
  vault = await openVault(store, [key]);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await store.drop();
});

type Ended = { code: number; out: string; err: string };

function run(...args: string[]): Promise<Ended> {
  const env = {
    ...process.env,
    DATABASE_URL: store.url,
    DATA_DIR: folder,
    PUBLIC_ORIGIN: "https://desk.example",
    SESSION_KEYS: `k1:${randomBytes(32).toString("hex")}`,
    VAULT_KEYS: `${key.id}:${key.key.toString("base64")}`,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, ["scripts/user.ts", ...args], { env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

const request = () => ({ db: store.db, vault, clock: systemClock, peer: null, userAgent: "test", previousIdHash: undefined });
const tokenOf = ({ out }: Ended) => /https:\/\/desk\.example\/join#(\S+)/.exec(out)?.[1] ?? "";
const open = (ended: Ended) => acceptInvitation(request(), { token: tokenOf(ended), password: newPassword });
const enter = (email: string, password: string) => signIn(request(), { email, password });

async function addAdmin(email: string) {
  const rights = { role: "admin", permissions: [], merchants: null };
  const staff = await insertStaff(store.db, vault, { ...rights, email, passwordHash: await hashPassword(oldPassword) });
  if (!staff) throw new Error("The administrator was not stored.");
  return staff;
}

test("the last administrator comes back after a lost second factor, a lost password and a disabled account", {
  meta: { slow: "Runs the command as a process of its own, three times." },
}, async () => {
  const { id, email } = await addAdmin("ann@counterfoil.example");
  await setTotp(store.db, id, { sealed: Buffer.from("lost"), step: 0 });
  await updateStaff(store.db, id, { disabledAt: new Date() });
  await createStaffSession(store.db, {
    idHash: "still open",
    staffId: id,
    lifetimeMs: 60_000,
    userAgent: "",
    peer: null,
    hasSecondFactor: true,
  });
  await expect(enter(email, oldPassword)).rejects.toMatchObject({ code: "sign_in_refused" });

  expect(await run("reset-factor", "Ann@Counterfoil.example")).toMatchObject({ code: 0, err: "" });
  const invited = await run("invite", email);
  expect(invited).toMatchObject({ code: 0, err: "" });
  expect(await findStaffSession(store.db, vault, { idHash: "still open", idleMs: 60_000 })).toBeUndefined();
  await expect(enter(email, oldPassword)).rejects.toMatchObject({ code: "sign_in_refused" });
  expect(await open(invited)).toMatchObject({ answer: { staff: { email, role: "admin" } } });
  expect(await enter(email, newPassword)).toHaveProperty("sessionId");

  const { out } = await run("list");
  expect(out).toMatch(/^ann@counterfoil\.example: admin, every merchant, no second factor, enabled, last seen 2/);
  const byConsole = (await readAudit({ db: store.db, vault })).filter(({ actor }) => actor === "console");
  expect(byConsole.map(({ act, target }) => [act, target])).toEqual([
    ["staff.second_factor_removed", email],
    ["staff.changed", email],
    ["staff.invited", email],
  ]);
});

test("a new administrator takes the place of one who has left, who stays until then", {
  meta: { slow: "Runs the command as a process of its own, three times." },
}, async () => {
  const [old, next] = ["ann@counterfoil.example", "bea@counterfoil.example"];
  const invited = await run("invite", next, "--role", "admin", "--refund");
  expect(await run("disable", old)).toMatchObject({
    code: 1,
    err: "This is the last administrator of all merchants. Add another one first.\n",
  });
  expect(await open(invited)).toMatchObject({ answer: { staff: { email: next, role: "admin" } } });
  expect(await run("disable", old)).toMatchObject({ code: 0, err: "" });
  await expect(enter(old, newPassword)).rejects.toMatchObject({ code: "sign_in_refused" });
});

test("a link that is printed is stored as a hash, and ends the one before", {
  meta: { slow: "Runs the command as a process of its own, twice." },
}, async () => {
  const first = await run("invite", "cem@counterfoil.example");
  const second = await run("invite", "cem@counterfoil.example");
  await expect(open(first)).rejects.toMatchObject({ code: "link_closed" });
  expect(await open(second)).toMatchObject({ answer: { staff: { role: "viewer" } } });
});

test.each([
  [[], /^Usage: npm run user -- list/],
  [["remove", "ann@counterfoil.example"], /^Usage: npm run user -- list/],
  [["list", "ann@counterfoil.example"], /^Usage: npm run user -- list/],
  [["invite"], /^Enter an e-mail address\./],
  [["invite", "ann"], /^This is not an e-mail address\./],
  [["invite", "dan@counterfoil.example", "--role", "owner"], /^--role is viewer, support or admin\./],
  [["disable", "a@b.example", "c@d.example"], /^One e-mail address at a time/],
  [["disable", "a@b.example", "--refund"], /^--role and --refund belong to invite/],
  [["invite", "--force"], /^Unknown option '--force'/],
  [["reset-factor", "nobody@counterfoil.example"], /^nobody@counterfoil\.example belongs to nobody here\.\n$/],
])(
  "%j is one line that says what is wrong",
  { meta: { slow: "Runs the command as a process of its own." } },
  async (args, line) => {
    const { code, out, err } = await run(...args);
    expect({ code, out, lines: err.trim().split("\n").length }).toEqual({ code: 1, out: "", lines: 1 });
    expect(err).toMatch(line);
  },
);
