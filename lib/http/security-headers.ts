export type HeaderOptions = {
  nonce: string;
  /** The public origin is https. */
  secure: boolean;
  /** `next dev`, whose client evaluates code and uses a web socket. */
  dev: boolean;
};

const closedFeatures = [
  "accelerometer",
  "autoplay",
  "camera",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "geolocation",
  "gyroscope",
  "hid",
  "idle-detection",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
];
const permissionsPolicy = [...closedFeatures.map((name) => `${name}=()`), "clipboard-read=(self)", "clipboard-write=(self)"].join(
  ", ",
);
const strictTransportSecurity = "max-age=31536000; includeSubDomains";

/** docs/security.md, rule 15. Next reads the nonce from a request header of the same text. */
export function contentSecurityPolicy({ nonce, dev }: Pick<HeaderOptions, "nonce" | "dev">): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`,
    // The development overlay writes styles without a nonce, and a nonce would switch 'unsafe-inline' off.
    `style-src 'self' ${dev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${dev ? " ws:" : ""}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The headers of every response. `cache-control` is added separately, since it depends on the response. */
export function securityHeaders(options: HeaderOptions): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy(options),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "permissions-policy": permissionsPolicy,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    ...(options.secure ? { "strict-transport-security": strictTransportSecurity } : {}),
  };
}
