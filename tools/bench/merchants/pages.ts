import { benchEnvironment as env } from "../find/fill-ledger.ts";
import { sampleIdentifiers } from "../find/samples.ts";
import type { Scene } from "./scene.ts";

/** An address of the dashboard; its parameters vary between requests. */
export type Page = { name: string; kind: "HTML" | "JSON"; addressOf(time: number): string; bodyOf?(time: number): unknown };

const lists = [
  "transactions?limit=50",
  "transactions?limit=50&type=042",
  "transactions?limit=50&sign=debit&amountMin=20&order=largest",
  "transactions?limit=50&q=ORD-00000",
  "transactions/totals?currency=EUR",
  "transactions/days?currency=EUR",
  "overview",
  "notifications?limit=50",
  "notifications?limit=50&verdict=invalid",
  "payments?limit=50",
  "alerts",
  "connection",
  "merchants",
  "merchants?limit=50",
  "merchants?limit=20&q=cof",
  "calls",
  "profile",
];
const screens = [
  "",
  "transactions",
  "notifications",
  "payments",
  "alerts",
  "lookup",
  "settings/connection",
  "settings/staff",
  "settings/audit",
  "settings/retention",
];
const ofOne = ["", "/transactions", "/notifications", "/connection", "/endpoints"];

/** Every page over all merchants, the API behind it, and pages of one merchant at a time. */
export async function listPages({ pool, slugs }: Scene): Promise<Page[]> {
  const identifiers = await sampleIdentifiers(pool, 200);
  const found = (time: number) => encodeURIComponent(identifiers[time % identifiers.length] ?? "");
  const slug = (time: number) => slugs[(time * 7_919) % slugs.length] ?? "";
  const fixed = (kind: Page["kind"], root: string) => (path: string) => ({
    name: path === "" ? "overview page" : path,
    kind,
    addressOf: () => (path === "" ? root : `${root}/${path}`),
  });
  return [
    ...lists.map(fixed("JSON", `/api/${env}`)),
    { name: "find", kind: "JSON", addressOf: (time) => `/api/${env}/find?q=${found(time)}` },
    {
      name: "quick-find",
      kind: "JSON",
      addressOf: () => `/api/${env}/quick-find`,
      bodyOf: (time) => ({ values: [identifiers[time % identifiers.length]] }),
    },
    ...screens.map(fixed("HTML", `/${env}`)),
    { name: "find page", kind: "HTML", addressOf: (time) => `/${env}/find?q=${found(time)}` },
    ...ofOne.map((path): Page => {
      return {
        name: `a merchant's ${path.slice(1) || "overview"} page`,
        kind: "HTML",
        addressOf: (time) => `/${env}/${slug(time)}${path}`,
      };
    }),
    { name: "a merchant's transactions", kind: "JSON", addressOf: (time) => `/api/${env}/${slug(time)}/transactions?limit=50` },
  ];
}
