/**
 * The page of a request, from its target as the front server received it: path and query without the parameters
 * that the router adds when it loads a page's data.
 */
export function toPageAddress(target: string | null): string {
  if (target === null || !URL.canParse(target, base)) return "/";
  const { pathname, searchParams } = new URL(target, base);
  searchParams.delete("_rsc");
  const query = searchParams.toString();
  return query === "" ? pathname : `${pathname}?${query}`;
}

const base = "http://desk.invalid";
