// Loaded into a measured process: what it holds is counted after its garbage is gone.
process.on("SIGUSR2", () => globalThis.gc?.());
