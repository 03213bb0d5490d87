import path from "node:path";
import { noSettings } from "#scripts/support/no-settings.ts";

// `npm run e2e` sets them; these are for running Playwright by hand.
const port = process.env.E2E_PORT ?? "3210";
const gatewayPort = process.env.E2E_GATEWAY_PORT ?? "4010";
const deadPort = process.env.E2E_DEAD_PORT ?? "4011";

/** Address of the shop that a journey starts; the only private address allowed for forwarding. */
export const shopPort = Number(process.env.E2E_SHOP_PORT ?? "4012");

export const dataDir = path.resolve(process.env.E2E_DATA_DIR ?? ".data/e2e");
export const origin = `http://localhost:${port}`;

/** The file to which `npm run sandbox` wrote its credentials. */
export const gatewayFile = path.join(dataDir, "own-gateway.json");

/** A base address that is allowed, but where nothing listens. */
export const deadBaseUrl = `http://127.0.0.1:${deadPort}`;

/** Environment of every process of the app under test. */
export const appEnv = {
  ...noSettings,
  PORT: port,
  HOST: "127.0.0.1",
  PUBLIC_ORIGIN: origin,
  DATA_DIR: dataDir,
  GATEWAY_HOSTS: `127.0.0.1:${gatewayPort},127.0.0.1:${deadPort}`,
  FORWARD_HOSTS: `127.0.0.1:${shopPort}`,
  // Journeys count what they do themselves.
  SANDBOX_HISTORY: "off",
};

/** Its output is saved, because only it contains the first administrator's link. */
export const appCommand = `mkdir -p '${dataDir}' && exec node scripts/bootstrap.mjs start > '${dataDir}/start.log'`;

/** A gateway of its own with its strictest settings, as a person would start it beside the app. */
export const gatewayCommand = `mkdir -p '${dataDir}' && exec node scripts/bootstrap.mjs sandbox --port ${gatewayPort} --strict --transactions 3000 --json > '${gatewayFile}'`;
export const gatewayReadyUrl = `http://127.0.0.1:${gatewayPort}/control/stats`;
