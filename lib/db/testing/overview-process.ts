import { openStore } from "../connection/open-store.ts";
import { updateOverview } from "../overview/overview.ts";
import { stormApplication, stormOverview } from "./overview-storm.ts";

/** Stores rows and aggregates them until it is killed. `argv`: database, zone, merchants. Prints a line after each step. */
const [, , url = "", zone = "UTC", ...merchantIds] = process.argv;
const { db } = openStore({ url, connectionsMax: 4, applicationName: stormApplication });
const draw = (below: number) => Math.floor(Math.random() * below);
const store = async () => {
  for (;;) {
    await stormOverview(db, { merchantIds, draw });
    process.stdout.write("stored\n");
  }
};
const aggregate = async () => {
  for (;;) {
    await updateOverview(db, { demo: zone });
    process.stdout.write("folded\n");
  }
};
await Promise.all([store(), store(), aggregate()]);
