import type { Messages } from "next-intl";
import { readLists } from "#components/ui/last-lists.tsx";

type Lists = readonly (readonly [path: string, title: keyof Messages["titles"]])[];

/** The lists that open records of the same kind, by the last parts of their addresses. */
const listsOfKind: Readonly<Record<string, Lists>> = {
  transactions: [
    ["transactions", "transactions"],
    ["notifications/never-notified", "neverNotified"],
    ["fees", "fees"],
  ],
  payments: [["payments", "payments"]],
  notifications: [
    ["notifications", "notifications"],
    ["notifications/money-back", "moneyBack"],
  ],
};

/**
 * The list of all merchants, or of the record's own, that was open last in this tab, with its filters; undefined where there
 * was none. `href`: the record's list, `/environment/merchant/kind`.
 */
export function findListBefore(
  stored: string | null,
  href: string,
): { href: string; title: keyof Messages["titles"] } | undefined {
  const [, environment = "", merchant = "", kind = ""] = href.split("/");
  const titles = new Map<string, keyof Messages["titles"]>(
    (listsOfKind[kind] ?? []).flatMap(([path, title]) => [
      [`/${environment}/${path}`, title] as const,
      [`/${environment}/${merchant}/${path}`, title] as const,
    ]),
  );
  for (const address of readLists(stored)) {
    const title = titles.get(address.split("?")[0] ?? "");
    if (title !== undefined) return { href: address, title };
  }
  return undefined;
}
