import { expect, test } from "vitest";
import { attentionKinds } from "#lib/contract/overview.ts";
import { targetOf } from "./attention-target.ts";
import { overviewLinks } from "./overview-links.ts";

const merchants = [
  { slug: "corner-cafe", name: "Corner Cafe" },
  { slug: "zum-anker", name: "Zum Anker" },
];
const days = { from: "2026-03-01", to: "2026-03-31" };
const target = (kind: (typeof attentionKinds)[number], count: number, isAdmin: boolean, group: string | null = null) => {
  const scope = { environment: "sandbox", merchant: null };
  const links = overviewLinks(scope, { ...days, group });
  return targetOf({ kind, count, merchants: merchants.slice(0, count) }, { scope, group, links, isAdmin });
};

// The pages below "settings" are for administrators only.
test.each(attentionKinds)("the button of %s leads every role to a page that it may open", (kind) => {
  for (const count of [1, 2]) {
    for (const isAdmin of [true, false]) expect(target(kind, count, isAdmin).href).not.toContain("/settings/");
  }
});

test("the button names what the reader may do, and the list where several merchants are meant", () => {
  expect(target("sign_in_failed", 1, true)).toEqual({ action: "sign_in_failed", href: "/sandbox/corner-cafe/connection" });
  expect(target("sign_in_failed", 1, false)).toEqual({ action: "sync_failed", href: "/sandbox/corner-cafe/connection" });
  expect(target("sign_in_failed", 2, true)).toEqual({ action: "merchants", href: "/sandbox/merchants?status=sign_in_failed" });
  expect(target("no_certificate", 2, false)).toEqual({ action: "endpoints", href: "/sandbox/corner-cafe/endpoints" });
});

test("alerts are those of the merchants on the page", () => {
  expect(target("genuine_refused", 2, true).href).toBe("/sandbox/alerts");
  expect(target("genuine_refused", 2, true, "North").href).toBe("/sandbox/alerts?group=North");
  expect(target("rejected", 2, true, "North").href).toContain("&group=North");
});
