// Loaded into a measured process: reports the longest time its event loop was blocked since the last request.
import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();
process.on("SIGUSR2", () => {
  writeFileSync(process.env.LOOP_FILE, String(delays.max / 1_000_000));
  delays.reset();
});
