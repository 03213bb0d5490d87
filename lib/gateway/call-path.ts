/** All words of the gateway's addresses; whatever else stands there is somebody's reference. */
const pathWords = new Set([
  ...["api", "v1", "oauth", "token", "auth", "session", "accounting", "accounts", "transactions", "multiple", "counts"],
  ...["pos", "terminals", "epos", "payments", "refund", "reversal"],
]);

/** An address without references, so that it may be stored: `/epos/v1/payments/{id}`. */
export function pathTemplateOf(pathname: string): string {
  return pathname
    .split("/")
    .map((segment) => (segment === "" || pathWords.has(segment) ? segment : "{id}"))
    .join("/");
}
