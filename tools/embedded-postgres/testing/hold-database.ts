import { openEmbeddedDatabase } from "../embedded-database.ts";

// A process of its own that opens the database, says where it is, and holds it until it is told or killed.
const [dataDir = ""] = process.argv.slice(2);
const database = await openEmbeddedDatabase({ dataDir, durable: false });
process.stdout.write(`${database.url}\n`);
process.once("SIGTERM", () => {
  void database.close().then(() => process.exit(0));
});
// The channel keeps this process alive and ends it with the test.
process.on("disconnect", () => process.exit(1));
