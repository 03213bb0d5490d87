import { readFlags } from "./support/read-flags.ts";
import { serveApp } from "./support/serve-app.ts";

readFlags({});
await serveApp({ dev: true, reset: false });
