import { readFlags } from "./support/read-flags.ts";
import { serveDesk } from "./support/serve-desk.ts";

const { reset } = readFlags({ reset: { type: "boolean", default: false } });
await serveDesk({ dev: false, reset });
