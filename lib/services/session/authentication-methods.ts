/** What each way of proving rests on (RFC 8176): what one knows, what one has, what one is. The other ways prove nothing alone. */
const kinds: ReadonlyMap<string, "knowledge" | "possession" | "inherence"> = new Map([
  ...(["kba", "pin", "pwd"] as const).map((way) => [way, "knowledge"] as const),
  ...(["hwk", "otp", "pop", "sc", "sms", "swk", "tel"] as const).map((way) => [way, "possession"] as const),
  ...(["face", "fpt", "iris", "retina", "vbm"] as const).map((way) => [way, "inherence"] as const),
]);

type Said = { amr: readonly string[]; acr: string | undefined };

/** Whether a provider says that it asked for two factors: `mfa`, ways of two different kinds, or a class set as such. */
export function saysTwoFactors({ amr, acr }: Said, mfaAcr: readonly string[]): boolean {
  const found = new Set(amr.flatMap((way) => kinds.get(way) ?? []));
  return amr.includes("mfa") || found.size > 1 || (acr !== undefined && mfaAcr.includes(acr));
}
