import { readFlags } from "./support/read-flags.ts";
import { serveDesk } from "./support/serve-desk.ts";

const { reset, lan } = readFlags({
  reset: { type: "boolean", default: false },
  /** Payment links of the sandbox can be opened from telephones in the local network; the desk itself cannot. */
  lan: { type: "boolean", default: false },
});
await serveDesk({ dev: false, reset, lan });
