import { hasKeptVault } from "#lib/app/open-vault.ts";
import { loadSettings } from "#lib/app/settings/settings.ts";
import { startReceiver } from "#lib/app/start-receiver.ts";
import { checkFree } from "#lib/http/listen.ts";
import { openDatabase } from "./support/open-database.ts";
import { readFlags } from "./support/read-flags.ts";
import { say } from "./support/say.ts";
import { serveUntilSignal } from "./support/serve-until-signal.ts";

readFlags({});
await serveUntilSignal("The receiver", async ({ signal, onStop }) => {
  const settings = loadSettings(process.env);
  await checkFree(settings);
  const database = await openDatabase(settings, say, { mayBeAway: await hasKeptVault(settings) });
  onStop(() => database.close());
  signal.throwIfAborted();
  const receiver = await startReceiver({ settings, databaseUrl: database.url });
  onStop(() => receiver.stop());
  return {
    log: receiver.log,
    drainSeconds: settings.drainSeconds,
    announce: () => say(`Notifications are received at ${settings.publicOrigin}/api/notify/{endpoint}. Ctrl-C stops it.`),
  };
});
