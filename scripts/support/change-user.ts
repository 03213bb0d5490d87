import type { Role } from "#lib/contract/role.ts";
import { systemClock } from "#lib/core/clock.ts";
import { listStaffRows } from "#lib/db/staff/staff.ts";
import { type Console, disableAtConsole, inviteAtConsole, resetFactorAtConsole } from "#lib/services/staff/console-staff.ts";
import { say } from "./say.ts";
import { withApp } from "./with-app.ts";

export type UserCommand =
  | { act: "list" }
  | { act: "invite"; email: string; role: Role | undefined; permissions: string[] }
  | { act: "reset-factor" | "disable"; email: string };

/** Executes the command and returns its exit code. */
export function changeUser(command: UserCommand): Promise<number> {
  return withApp("npm run user", async ({ settings, store, vault }) => {
    const app = { db: store.db, vault, clock: systemClock, publicOrigin: settings.publicOrigin };
    if (command.act === "list") await list(app);
    else if (command.act === "invite") await invite(app, command);
    else if (command.act === "disable") await disable(app, command.email);
    else await resetFactor(app, command.email);
    return 0;
  });
}

async function list({ db, vault }: Console): Promise<void> {
  for (const { email, role, permissions, merchants, totp, disabledAt, lastSeenAt } of await listStaffRows(db, vault)) {
    const facts = [
      role,
      ...permissions,
      merchants === null ? "every merchant" : `${merchants.length} merchants`,
      totp === null ? "no second factor" : "second factor",
      disabledAt === null ? "enabled" : "disabled",
      `last seen ${lastSeenAt?.toISOString() ?? "never"}`,
    ];
    say(`${email}: ${facts.join(", ")}`);
  }
}

async function invite(app: Console, { email, ...wanted }: Extract<UserCommand, { act: "invite" }>): Promise<void> {
  const { kind, link, expiresAt } = await inviteAtConsole(app, { email, ...wanted });
  say(kind === "password" ? `${email} sets a new password with this link` : `${email} makes an account with this link`);
  say(`(good once, until ${expiresAt}): ${link}`);
}

async function resetFactor(app: Console, email: string): Promise<void> {
  await resetFactorAtConsole(app, email);
  say(`${email} signs in without a second factor until they set one up again. Their sessions are ended.`);
}

async function disable(app: Console, email: string): Promise<void> {
  await disableAtConsole(app, email);
  say(`${email} is disabled. Their sessions are ended.`);
}
