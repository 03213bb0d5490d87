import type { GatewayOptions } from "../types.ts";

/** What is known of a gateway's /multiple: from its profile and from responses since. */
export type LookupMemory = {
  /** The largest number of references that worked in one request. */
  sizeMax: number;
  /** It has returned a requested reference, or single lookups agreed with an empty list. */
  isTrusted: boolean;
  /** Up to this number of references, those missing from a response are proven to be unknown to the gateway. */
  provedSize: number;
  /** Its entries do not contain their references: each reference is requested alone. */
  namesNothing: boolean;
};

/** Chunks are small until a gateway is proven reliable, since their references may have to be requested again one by one. */
const firstChunkMax = 10;
const addressMax = 1_800;

type Known = Pick<GatewayOptions, "multipleMax" | "multipleReferences">;

export function createLookupMemory({ multipleMax, multipleReferences }: Known): LookupMemory {
  return {
    sizeMax: multipleMax,
    isTrusted: false,
    provedSize: 0,
    namesNothing: multipleReferences === "none",
  };
}

/** Distinct references in chunks that fit a URL; a reference with a comma cannot be sent in a list and is alone. */
export function toChunks(references: readonly string[], { sizeMax, isTrusted }: LookupMemory): string[][] {
  const chunks: string[][] = [];
  let chunk: string[] = [];
  let length = 0;
  for (const reference of new Set(references)) {
    if (standsAlone(reference)) {
      chunks.push([reference]);
      continue;
    }
    const cost = encodeURIComponent(reference).length + 3;
    const sizeLimit = chunks.length === 0 && !isTrusted ? Math.min(firstChunkMax, sizeMax) : sizeMax;
    if (chunk.length > 0 && (chunk.length >= sizeLimit || length + cost > addressMax)) {
      chunks.push(chunk);
      chunk = [];
      length = 0;
    }
    chunk.push(reference);
    length += cost;
  }
  return chunk.length > 0 ? [...chunks, chunk] : chunks;
}

/** A comma would split it in the list, and half a surrogate pair would become another character. */
export function standsAlone(reference: string): boolean {
  return reference.includes(",") || !reference.isWellFormed();
}
