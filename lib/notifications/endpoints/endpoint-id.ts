import { randomBytes } from "node:crypto";

/** 128 random bits, so that the address of an endpoint cannot be guessed. */
export function createEndpointId(): string {
  return randomBytes(16).toString("hex");
}

export function isEndpointId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/** The id in a URL_Notify path, with or without a trailing slash; undefined for every other path. */
export function endpointIdOf(pathname: string): string | undefined {
  return /^\/api\/notify\/([^/]+)\/?$/.exec(pathname)?.[1];
}
