import { type ScreenState, screenStateCookie, toScreenState } from "#lib/core/screen-states.ts";
import { setCookie } from "./set-cookie.ts";

/** What stands around lists and panels stays as it is, or nobody could find the way back. */
const frame = ["merchants", "scenarios", "live"];

/** The state that the sandbox's reads are to be shown in, when somebody chose one. */
export function readScreenState(): ScreenState | undefined {
  if (typeof document === "undefined") return undefined;
  const held = document.cookie.split("; ").find((pair) => pair.startsWith(`${screenStateCookie}=`));
  return toScreenState(held?.slice(screenStateCookie.length + 1));
}

/**
 * The state a read of this address is to be shown in. Of the sandbox only, and of the staff on a page of the sandbox;
 * changes are never touched.
 */
export function screenStateOf(path: string, method = "GET"): ScreenState | undefined {
  const [, api, environment, first = ""] = new URL(path, "http://desk").pathname.split("/");
  if (method !== "GET" || api !== "api") return undefined;
  const isOfSandbox = environment === "sandbox" && !frame.includes(first);
  return isOfSandbox || (environment === "staff" && isSandboxPage()) ? readScreenState() : undefined;
}

function isSandboxPage(): boolean {
  return typeof location !== "undefined" && location.pathname.startsWith("/sandbox/");
}

/** Kept for the browser's session; undefined: everything as it is. */
export function chooseScreenState(state: ScreenState | undefined): void {
  setCookie(state ? { name: screenStateCookie, value: state } : { name: screenStateCookie, value: "", maxAgeSeconds: 0 });
}
