import "server-only";
import { cookies } from "next/headers";
import { type ScreenState, screenStateCookie, toScreenState } from "#lib/core/screen-states.ts";

/** The test state in which this browser shows the sandbox's lists and panels; the caller checks that it is the sandbox. */
export async function readScreenState(): Promise<ScreenState | undefined> {
  return toScreenState((await cookies()).get(screenStateCookie)?.value);
}
