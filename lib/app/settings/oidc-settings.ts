import type { ProviderSettings } from "#lib/services/session/sign-in-provider.ts";

const oidcNames = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;

/** Requires all three settings or none. */
export function toOidc(given: Record<string, string | undefined>, problems: string[]): ProviderSettings | undefined {
  const [issuer, clientId, clientSecret] = oidcNames.map((name) => given[name]);
  if (issuer && clientId && clientSecret) {
    const mfaAcr = given.OIDC_MFA_ACR?.split(/\s+/) ?? [];
    return { issuer, clientId, clientSecret, name: given.OIDC_NAME ?? new URL(issuer).hostname, mfaAcr };
  }
  const missing = oidcNames.filter((name) => !given[name]);
  if (missing.length < oidcNames.length) {
    problems.push(...missing.map((name) => `${name} is missing; a sign-in provider needs ${oidcNames.join(", ")}.`));
  }
  return undefined;
}
