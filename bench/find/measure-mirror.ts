export async function measureMirror(
  ..._: unknown[]
): Promise<{ rows: number; mirrorMs: number; bareMs: number; ratio: number } | undefined> {
  return undefined;
}
