const everyScope: readonly string[] = [
  "",
  "transactions",
  "payments",
  "notifications",
  "notifications/never-notified",
  "notifications/money-back",
];
const oneMerchant: readonly string[] = [...everyScope, "endpoints", "connection"];

type Scope = {
  environment: string;
  /** The merchant in the address; undefined: all merchants, or a page of the environment. */
  from: string | undefined;
  to: string | undefined;
};

/** Which merchants, and a saved view with its own, belong to the scope that is left. */
const ofScope = ["merchant", "group", "view"];

/**
 * The same page in another scope, a list with its filters; of a record its list, and the transactions where that scope has no
 * such page.
 */
export function toScopeHref(
  { pathname, search }: Pick<Location, "pathname" | "search">,
  { environment, from, to }: Scope,
): string {
  const parts = pathname.split("/").slice(from === undefined ? 2 : 3);
  const page = parts.join("/");
  const pages = to === undefined ? everyScope : oneMerchant;
  const kept = [page, parts[0] ?? ""].find((path) => pages.includes(path)) ?? "transactions";
  const address = ["", environment, ...(to === undefined ? [] : [to]), ...(kept === "" ? [] : [kept])].join("/");
  return kept === page ? address + filtersOf(search) : address;
}

function filtersOf(search: string): string {
  const filters = new URLSearchParams(search);
  for (const name of ofScope) filters.delete(name);
  const text = filters.toString();
  return text === "" ? "" : `?${text}`;
}
