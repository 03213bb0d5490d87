// Loaded into a measured process: reports its memory after a garbage collection.
process.on("SIGUSR2", () => globalThis.gc?.());
