import { type ScreenState, screenStateCookie, toScreenState } from "#lib/core/screen-states.ts";
import { setCookie } from "./set-cookie.ts";

/** Queries that are never changed, so that navigation keeps working. */
const frame = ["merchants", "scenarios", "live"];

/** The chosen test state of the sandbox's reads, if any. */
export function readScreenState(): ScreenState | undefined {
  if (typeof document === "undefined") return undefined;
  const held = document.cookie.split("; ").find((pair) => pair.startsWith(`${screenStateCookie}=`));
  return toScreenState(held?.slice(screenStateCookie.length + 1));
}

/**
 * The test state for a read of this address. Only for the sandbox, and for staff on a page of the sandbox;
 * changes are never affected.
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

/** Saved for the browser's session; undefined: no test state. */
export function chooseScreenState(state: ScreenState | undefined): void {
  setCookie(state ? { name: screenStateCookie, value: state } : { name: screenStateCookie, value: "", maxAgeSeconds: 0 });
}
