/** Converts a `Cookie` header to Playwright's cookies. */
export function toCookies(header: string, url: string): { name: string; value: string; url: string }[] {
  return header.split("; ").map((item) => {
    const [name = "", ...value] = item.split("=");
    return { name, value: value.join("="), url };
  });
}
