import { serveDesk } from "./support/serve-desk.ts";

await serveDesk({ dev: true, reset: false });
