/**
 * The page a request is about, from its target as the front door received it: path and query without what the
 * router adds when it asks for a page's data.
 */
export function toPageAddress(target: string | null): string {
  if (target === null || !URL.canParse(target, base)) return "/";
  const { pathname, searchParams } = new URL(target, base);
  searchParams.delete("_rsc");
  const query = searchParams.toString();
  return query === "" ? pathname : `${pathname}?${query}`;
}

const base = "http://desk.invalid";
