import { openEmbeddedDatabase } from "../embedded-database.ts";

// A separate process that opens the database, prints its address, and uses it until it is stopped or killed.
const [dataDir = ""] = process.argv.slice(2);
const database = await openEmbeddedDatabase({ dataDir, durable: false });
process.stdout.write(`${database.url}\n`);
process.once("SIGTERM", () => {
  void database.close().then(() => process.exit(0));
});
// The IPC channel keeps this process alive and ends it with the test.
process.on("disconnect", () => process.exit(1));
