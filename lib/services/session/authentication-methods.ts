/** The factor of each authentication method (RFC 8176): knowledge, possession or inherence. Other methods count as none. */
const kinds: ReadonlyMap<string, "knowledge" | "possession" | "inherence"> = new Map([
  ...(["kba", "pin", "pwd"] as const).map((way) => [way, "knowledge"] as const),
  ...(["hwk", "otp", "pop", "sc", "sms", "swk", "tel"] as const).map((way) => [way, "possession"] as const),
  ...(["face", "fpt", "iris", "retina", "vbm"] as const).map((way) => [way, "inherence"] as const),
]);

type Said = { amr: readonly string[]; acr: string | undefined };

/** Whether a provider reports two factors: `mfa`, methods of two different factors, or a configured class. */
export function saysTwoFactors({ amr, acr }: Said, mfaAcr: readonly string[]): boolean {
  const found = new Set(amr.flatMap((way) => kinds.get(way) ?? []));
  return amr.includes("mfa") || found.size > 1 || (acr !== undefined && mfaAcr.includes(acr));
}
