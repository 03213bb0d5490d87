import * as client from "openid-client";
import { z } from "zod";
import { AppError } from "#lib/core/errors.ts";
import { sessionLifetimeMs } from "./session-id.ts";

/** The factor of each authentication method (RFC 8176): knowledge, possession or inherence. Other methods count as none. */
const kinds: ReadonlyMap<string, "knowledge" | "possession" | "inherence"> = new Map([
  ...(["kba", "pin", "pwd"] as const).map((way) => [way, "knowledge"] as const),
  ...(["hwk", "otp", "pop", "sc", "sms", "swk", "tel"] as const).map((way) => [way, "possession"] as const),
  ...(["face", "fpt", "iris", "retina", "vbm"] as const).map((way) => [way, "inherence"] as const),
]);

type Said = { amr: readonly string[]; acr: string | undefined };

/** `mfaAcr`: the provider's authentication classes (`acr`) with two factors. */
export type ProviderSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
  mfaAcr: readonly string[];
};

/** Encrypted state in the browser between the redirect to the provider and the return. */
export const providerStateSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  next: z.string(),
});
export type ProviderState = z.infer<typeof providerStateSchema>;

/** `subject`: the provider's account id, never reused (OpenID Connect Core 2). */
export type AuthenticatedPerson = {
  email: string;
  hasSecondFactor: boolean;
  subject: string;
  /** When the user signed in there, which may be long ago; undefined when the provider does not send it. */
  signedInAt: Date | undefined;
};

/** `isProof`: the provider must authenticate the user again, whatever its session. */
type Wish = { next: string; isProof: boolean };

/** An OpenID Connect provider as one more way to sign in: code flow with PKCE, state and nonce. */
export type SignInProvider = {
  name: string;
  begin(wish: Wish): Promise<{ address: URL; state: ProviderState }>;
  /** Throws `provider_refused` for anything but a recent, genuine response with a verified e-mail. */
  finish(query: string, state: ProviderState): Promise<AuthenticatedPerson>;
};

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  email: z.string(),
  email_verified: z.literal(true),
  amr: z.array(z.string()).default([]),
  acr: z.string().optional(),
  auth_time: z.number().positive().optional(),
});

/** The provider's configuration is read at first use; while it is unavailable, sign-in with it fails. */
export function createSignInProvider(settings: ProviderSettings, publicOrigin: string): SignInProvider {
  const redirectUri = `${publicOrigin}/api/session/provider/callback`;
  let discovered: Promise<client.Configuration> | undefined;

  function configure(): Promise<client.Configuration> {
    discovered ??= discover(settings).catch((cause) => {
      discovered = undefined;
      throw new AppError("provider_away", { cause });
    });
    return discovered;
  }

  return {
    name: settings.name,
    async begin({ next, isProof }) {
      const configuration = await configure();
      const state = { state: client.randomState(), nonce: client.randomNonce(), codeVerifier: client.randomPKCECodeVerifier() };
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: "openid email",
        state: state.state,
        nonce: state.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(state.codeVerifier),
        code_challenge_method: "S256",
        // A provider that receives a maximum age has to return the sign-in time.
        max_age: isProof ? "0" : String(sessionLifetimeMs / 1000),
        ...(isProof ? { prompt: "login" } : {}),
        ...(settings.mfaAcr.length > 0 ? { acr_values: settings.mfaAcr.join(" ") } : {}),
      });
      return { address, state: { ...state, next } };
    },
    async finish(query, { state, nonce, codeVerifier }) {
      const configuration = await configure();
      try {
        const tokens = await client.authorizationCodeGrant(configuration, new URL(`${redirectUri}${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const { iss, sub, email, amr, acr, auth_time: seconds } = claimsSchema.parse(tokens.claims());
        const signedInAt = seconds === undefined ? undefined : new Date(seconds * 1000);
        return { email, subject: `${iss}\n${sub}`, hasSecondFactor: saysTwoFactors({ amr, acr }, settings.mfaAcr), signedInAt };
      } catch (cause) {
        throw new AppError("provider_refused", { cause });
      }
    },
  };
}

function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<client.Configuration> {
  const url = new URL(issuer);
  // Otherwise the library relies on TLS alone for an ID token that comes straight from the token endpoint.
  const execute = [client.enableNonRepudiationChecks, ...(url.protocol === "http:" ? [client.allowInsecureRequests] : [])];
  return client.discovery(url, clientId, clientSecret, undefined, { execute });
}

/** Whether a provider reports two factors: `mfa`, methods of two different factors, or a configured class. */
function saysTwoFactors({ amr, acr }: Said, mfaAcr: readonly string[]): boolean {
  const found = new Set(amr.flatMap((way) => kinds.get(way) ?? []));
  return amr.includes("mfa") || found.size > 1 || (acr !== undefined && mfaAcr.includes(acr));
}
