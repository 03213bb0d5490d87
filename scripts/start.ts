import { readFlags } from "./support/read-flags.ts";
import { serveApp } from "./support/serve-app.ts";

const { reset, lan } = readFlags({
  reset: { type: "boolean", default: false },
  /** Lets telephones in the local network open the sandbox's payment links; the app itself stays unreachable. */
  lan: { type: "boolean", default: false },
});
await serveApp({ dev: false, reset, lan });
