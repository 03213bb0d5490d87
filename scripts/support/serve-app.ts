import { hasKeptVault } from "#lib/app/open-vault.ts";
import { loadSettings, type Settings } from "#lib/app/settings/settings.ts";
import { checkFree } from "#lib/http/listen.ts";
import type { RunningServer } from "../../server.ts";
import { ensureBuilt } from "./build-app.ts";
import { openDatabase } from "./open-database.ts";
import { say } from "./say.ts";
import { serveUntilSignal } from "./serve-until-signal.ts";

export type ServeOptions = { dev: boolean; reset: boolean; lan?: boolean };

/** `npm start` and `npm run dev`: reads settings, prepares port, database and build, starts the server, and waits for a signal. */
export async function serveApp(options: ServeOptions): Promise<void> {
  await serveUntilSignal("The dashboard", async ({ signal, onStop }) => {
    Object.assign(process.env, { NODE_ENV: options.dev ? "development" : "production" });
    const settings = loadSettings(process.env);
    await checkFree(settings);
    const database = await openDatabase(settings, say, { mayBeAway: await hasKeptVault(settings) });
    onStop(() => database.close());
    signal.throwIfAborted();
    if (!options.dev) await ensureBuilt(signal);
    signal.throwIfAborted();
    const { startServer } = await import("../../server.ts");
    const server = await startServer({ settings, databaseUrl: database.url, ...options });
    onStop(() => server.stop());
    return { log: server.runtime.log, announce: () => announce(settings, server), drainSeconds: settings.drainSeconds };
  });
}

function announce({ publicOrigin }: Settings, { runtime }: RunningServer): void {
  say();
  say(`Counterfoil is ready at ${publicOrigin}`);
  if (runtime.storeOpened) say("Its database is away: until it is back only notifications are received.");
  if (runtime.sandboxLink) {
    say("Open the sandbox, once and within ten minutes, with:");
    say(`  ${runtime.sandboxLink}`);
  }
  if (runtime.signIn.length > 0) say("Sign in to the sandbox with one of:");
  const width = Math.max(...runtime.signIn.map(({ email }) => email.length), 0);
  for (const { email, password, role } of runtime.signIn) say(`  ${email.padEnd(width)}  ${password}  (${role})`);
  if (runtime.firstAdminLink) {
    say(runtime.signIn.length > 0 ? "To work with production, make the first administrator:" : "Make the first administrator:");
    say(`  ${runtime.firstAdminLink}`);
  }
  if (runtime.lanOrigin) say(`Payment links open on telephones in this network at ${runtime.lanOrigin}; the dashboard does not.`);
  say("Ctrl-C stops it.");
  say();
}
