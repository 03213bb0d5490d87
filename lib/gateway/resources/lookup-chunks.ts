import type { GatewayOptions } from "../types.ts";

/** What a gateway has shown of its /multiple: what its profile says, and what came since. */
export type LookupMemory = {
  /** The most references at once that worked. */
  sizeMax: number;
  /** It has named a reference it was asked for, or single lookups agreed with a list without entries. */
  isTrusted: boolean;
  /** Of so many references at once it was shown that those it leaves out are unknown to it. */
  provedSize: number;
  /** Its entries do not name their references: each is asked for alone. */
  namesNothing: boolean;
};

/** Until a gateway can be trusted little is asked, since it may have to be asked again one by one. */
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

/** Distinct references in chunks that fit an address; one with a comma cannot stand in a list and is alone. */
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
    const most = chunks.length === 0 && !isTrusted ? Math.min(firstChunkMax, sizeMax) : sizeMax;
    if (chunk.length > 0 && (chunk.length >= most || length + cost > addressMax)) {
      chunks.push(chunk);
      chunk = [];
      length = 0;
    }
    chunk.push(reference);
    length += cost;
  }
  return chunk.length > 0 ? [...chunks, chunk] : chunks;
}

/** A comma would divide it in the list, and half a character would become another one. */
export function standsAlone(reference: string): boolean {
  return reference.includes(",") || !reference.isWellFormed();
}
