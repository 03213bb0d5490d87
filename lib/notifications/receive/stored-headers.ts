/** The fixed list of headers stored with a delivery: never cookies, authorization or proxy credentials. */
const names = [
  "host",
  "user-agent",
  "content-type",
  "content-length",
  "transfer-encoding",
  "accept",
  "accept-encoding",
  "accept-language",
  "connection",
  "date",
  "via",
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-proto",
  "x-real-ip",
  "x-request-id",
  "traceparent",
] as const;

const valueMax = 512;

export function storedHeaders(header: (name: string) => string | null | undefined): { name: string; value: string }[] {
  return names.flatMap((name) => {
    const value = header(name);
    return value ? [{ name, value: value.slice(0, valueMax).replaceAll("\u0000", "␀") }] : [];
  });
}
