/** Why a shop's response is not a success; null for 200 with exactly `OK`, as the gateway requires. */
export function answerProblem({ status, text }: { status: number; text: string }): string | null {
  if (status === 200) return text === "OK" ? null : "The shop answered 200, but its body is not exactly OK.";
  if (status >= 300 && status < 400) return `The shop answered ${status}, a redirect; enter the address it leads to.`;
  return `The shop answered ${status}.`;
}

const known: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Nothing listens at the shop's address.",
  ECONNRESET: "The shop broke the connection off.",
  EHOSTUNREACH: "The shop's address cannot be reached.",
  ENETUNREACH: "The shop's address cannot be reached.",
  ETIMEDOUT: "The shop's address did not answer.",
  CERT_HAS_EXPIRED: "The shop's TLS certificate has expired.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The shop's TLS certificate is for another name.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The shop's TLS certificate is signed by itself.",
  SELF_SIGNED_CERT_IN_CHAIN: "The shop's TLS certificate is signed by an unknown authority.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The shop's TLS certificate comes without its chain.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The shop's TLS certificate is signed by an unknown authority.",
};

/** Why there was no response, with the system's error code. */
export function connectionProblem(cause: unknown): string {
  const code = codeOf(cause);
  if (code === undefined) return "The shop could not be reached.";
  return known[code] ?? `The shop could not be reached (${code}).`;
}

/** When all addresses of a host fail, Node.js reports one error that contains theirs. */
function codeOf(cause: unknown): string | undefined {
  if (typeof cause !== "object" || cause === null) return undefined;
  if (cause instanceof AggregateError) return codeOf(cause.errors[0]);
  return "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
}
