export const usual = {
  parts: "cold,restarted,storm,steady,audit",
  callers: 1_000,
  kills: 20,
  killPauseMs: 2_500,
  restarts: 3,
  gatewayRestarts: 3,
  againSeconds: 240,
  minutes: 10,
  actions: 5_000,
  team: 500,
};

const small = {
  callers: 16,
  kills: 1,
  killPauseMs: 500,
  restarts: 1,
  gatewayRestarts: 1,
  againSeconds: 8,
  minutes: 0.05,
  actions: 100,
  team: 5,
};

export const tiny: typeof usual = { ...usual, ...small };

export type Sizes = typeof usual & { isTiny: boolean };
