/** States in which the sandbox can show its lists and panels; without a choice they show their data. */
export const screenStates = ["loading", "empty", "failed", "partial", "stale", "offline"] as const;
export type ScreenState = (typeof screenStates)[number];

/** Cookie with the choice; readable by scripts, and used for the sandbox only. */
export const screenStateCookie = "screen-state";

export function toScreenState(text: string | undefined): ScreenState | undefined {
  return screenStates.find((state) => state === text);
}
