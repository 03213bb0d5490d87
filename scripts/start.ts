import { readFlags } from "./support/read-flags.ts";
import { serveApp } from "./support/serve-app.ts";

const { reset, lan } = readFlags({
  reset: { type: "boolean", default: false },
  /** Payment links of the sandbox can be opened from telephones in the local network; the desk itself cannot. */
  lan: { type: "boolean", default: false },
});
await serveApp({ dev: false, reset, lan });
