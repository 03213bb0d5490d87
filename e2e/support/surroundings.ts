import path from "node:path";

// `npm run e2e` gives them; running Playwright by hand uses these.
const port = process.env.E2E_PORT ?? "3210";
const gatewayPort = process.env.E2E_GATEWAY_PORT ?? "4010";
const deadPort = process.env.E2E_DEAD_PORT ?? "4011";

/** Where a journey opens a shop of its own, the one private place that notifications may be passed on to. */
export const shopPort = Number(process.env.E2E_SHOP_PORT ?? "4012");

export const dataDir = path.resolve(process.env.E2E_DATA_DIR ?? ".data/e2e");
export const origin = `http://localhost:${port}`;

/** Where `npm run sandbox` wrote its credentials. */
export const gatewayFile = path.join(dataDir, "own-gateway.json");

/** A base address the desk may use and at which nobody answers. */
export const deadBaseUrl = `http://127.0.0.1:${deadPort}`;

/** What every process of the desk under test is started with. */
export const appEnv = {
  PORT: port,
  HOST: "127.0.0.1",
  PUBLIC_ORIGIN: origin,
  DATA_DIR: dataDir,
  GATEWAY_HOSTS: `127.0.0.1:${gatewayPort},127.0.0.1:${deadPort}`,
  FORWARD_HOSTS: `127.0.0.1:${shopPort}`,
  COUNTERFOIL_ENV_FILE: "",
  DATABASE_URL: "",
};

/** What it prints is kept: the first administrator's link stands there only. */
export const appCommand = `mkdir -p '${dataDir}' && exec node scripts/bootstrap.mjs start > '${dataDir}/start.log'`;

/** A gateway of its own in its strictest settings, as a person would start it beside the desk. */
export const gatewayCommand = `mkdir -p '${dataDir}' && exec node scripts/bootstrap.mjs sandbox --port ${gatewayPort} --strict --transactions 3000 --json > '${gatewayFile}'`;
export const gatewayReadyUrl = `http://127.0.0.1:${gatewayPort}/control/stats`;
