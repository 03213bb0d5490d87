import "server-only";
import { cookies } from "next/headers";
import { type ScreenState, screenStateCookie, toScreenState } from "#lib/core/screen-states.ts";

/** How this browser wants the sandbox's lists and panels shown; the caller sees to it that it is the sandbox. */
export async function readScreenState(): Promise<ScreenState | undefined> {
  return toScreenState((await cookies()).get(screenStateCookie)?.value);
}
