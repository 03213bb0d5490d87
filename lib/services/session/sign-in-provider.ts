import * as client from "openid-client";
import { z } from "zod";
import { AppError } from "../../core/errors.ts";

export type ProviderSettings = { issuer: string; clientId: string; clientSecret: string; name: string };

/** What the browser keeps, sealed, between leaving for the provider and coming back. */
export const providerStateSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  next: z.string(),
});
export type ProviderState = z.infer<typeof providerStateSchema>;

/** `subject`: the provider's own name of the account, never given to another one (OpenID Connect Core 2). */
export type ProvenPerson = { email: string; hasSecondFactor: boolean; subject: string };

/** An OpenID Connect provider as one more way to sign in: code flow with PKCE, state and nonce. */
export type SignInProvider = {
  name: string;
  begin(next: string): Promise<{ address: URL; state: ProviderState }>;
  /** Throws `provider_refused` for whatever is not a fresh, genuine answer with a verified e-mail. */
  finish(query: string, state: ProviderState): Promise<ProvenPerson>;
};

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  email: z.string(),
  email_verified: z.literal(true),
  amr: z.array(z.string()).default([]),
});
/** Ways of proving that take more than a password (RFC 8176). */
const strongWays = new Set(["mfa", "otp", "hwk", "swk", "sc", "fpt", "face", "pop"]);

/** The provider is asked for its addresses at first use; while it does not answer, signing in by it does not work. */
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
    async begin(next) {
      const configuration = await configure();
      const state = { state: client.randomState(), nonce: client.randomNonce(), codeVerifier: client.randomPKCECodeVerifier() };
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: "openid email",
        state: state.state,
        nonce: state.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(state.codeVerifier),
        code_challenge_method: "S256",
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
        const { iss, sub, email, amr } = claimsSchema.parse(tokens.claims());
        return { email, subject: `${iss}\n${sub}`, hasSecondFactor: amr.some((way) => strongWays.has(way)) };
      } catch (cause) {
        throw new AppError("provider_refused", { cause });
      }
    },
  };
}

function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<client.Configuration> {
  const url = new URL(issuer);
  // Without this the library trusts TLS alone for an ID token that comes straight from the token endpoint.
  const execute = [client.enableNonRepudiationChecks, ...(url.protocol === "http:" ? [client.allowInsecureRequests] : [])];
  return client.discovery(url, clientId, clientSecret, undefined, { execute });
}
