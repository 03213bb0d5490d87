/**
 * Three whole numbers mixed to 32 bits (murmur3's finaliser over a running state): the ledger's only source
 * of chance, so that the same seed gives the same row for ever.
 */
export function hash32(seed: number, a: number, b = 0): number {
  let state = mix(0x9e3779b9 ^ seed);
  state = mix(state ^ a);
  return mix(state ^ b) >>> 0;
}

function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) + 0x6d2b79f5;
}

/** The hash as a number from 0 (inclusive) to 1 (exclusive). */
export function chance(hash: number): number {
  return hash / 4_294_967_296;
}

export function pick<Item>(items: readonly [Item, ...Item[]], hash: number): Item {
  return items[hash % items.length] ?? items[0];
}

/** An index of `weights`, each as likely as its weight. */
export function pickWeighted(weights: readonly number[], hash: number): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let left = chance(hash) * total;
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return index;
  }
  return 0;
}
