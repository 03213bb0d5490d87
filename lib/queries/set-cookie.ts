type Cookie = {
  name: string;
  value: string;
  /** Without it the cookie lasts as long as the browser's session; 0 deletes it. */
  maxAgeSeconds?: number;
};

/** Saves a preference that the browser sends with its requests; never a secret. */
export function setCookie({ name, value, maxAgeSeconds }: Cookie): void {
  const age = maxAgeSeconds === undefined ? "" : `; Max-Age=${maxAgeSeconds}`;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing where the dashboard runs on plain http.
  document.cookie = `${name}=${value}; Path=/; SameSite=Lax${age}${secure}`;
}
