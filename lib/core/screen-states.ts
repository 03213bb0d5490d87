/** How the sandbox's lists and panels can be shown on purpose; without a choice as they are. */
export const screenStates = ["loading", "empty", "failed", "partial", "stale", "offline"] as const;
export type ScreenState = (typeof screenStates)[number];

/** Holds the choice; readable by the browser's own code, believed for the sandbox alone. */
export const screenStateCookie = "screen-state";

export function toScreenState(text: string | undefined): ScreenState | undefined {
  return screenStates.find((state) => state === text);
}
