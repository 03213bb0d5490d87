import { serveApp } from "./support/serve-app.ts";

await serveApp({ dev: true, reset: false });
