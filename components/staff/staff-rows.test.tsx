import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { isValidElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { OpenInvitation, StaffMember } from "#lib/contract/staff.ts";
import type { Column } from "../data-table/columns.ts";
import { merchantColumns } from "../merchants/merchant-columns.tsx";

type Shown = { columns: readonly Column<unknown>[]; rows: readonly unknown[] };
const shown: Shown[] = [];

vi.mock("next/navigation", () => ({ useRouter: () => ({}), usePathname: () => "/sandbox" }));
vi.mock("nuqs", async (original) => ({
  ...(await original<object>()),
  useQueryStates: () => [{ q: null, role: null, state: null, show: null }, () => {}],
}));
vi.mock("../filters/list-filters.tsx", () => ({ ListFilters: () => null }));
vi.mock("../data-table/use-selected-rows.ts", () => ({ useSelectedRows: () => ({}) }));
vi.mock("../data-table/list-footer.tsx", () => ({ ListFooter: () => null }));
vi.mock("../data-table/with-detail-drawer.tsx", () => ({
  WithDetailDrawer: ({ children }: { children: ReactNode }) => children,
}));
vi.mock("../data-table/data-table.tsx", () => ({
  DataTable: (props: Shown) => {
    shown.push(props);
    return null;
  },
}));

const { OpenInvitations } = await import("./open-invitations.tsx");
const { StaffList } = await import("./staff-list.tsx");

const page = (rows: ReactNode) => rows;
const member = { id: "m1", email: "m@b.example", role: "viewer", permissions: [], merchants: null } as unknown as StaffMember;
const invitation = { ...member, id: "i1", kind: "invitation" } as unknown as OpenInvitation;

/** The key of what the last column of the table shows for its first row. */
function keyOfAction(list: ReactNode): string | null {
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{}} onError={() => {}}>
      <QueryClientProvider client={new QueryClient()}>{list}</QueryClientProvider>
    </NextIntlClientProvider>,
  );
  const { columns = [], rows = [] } = shown.at(-1) ?? {};
  return keyOf(columns.at(-1)?.cell(rows[0]));
}

function keyOf(node: ReactNode): string | null {
  return isValidElement(node) ? node.key : null;
}

// Rows keep their place's elements: what a press opened or began for one person would go on for the next to come there.
test("what a row of the team or of the invitations can do belongs to its person, not to its place", () => {
  expect(keyOfAction(<StaffList staff={[member]} onLink={() => {}} page={page} />)).toBe("m1");
  expect(keyOfAction(<OpenInvitations invitations={[invitation]} page={page} />)).toBe("i1");
});

test("an archived merchant is restored, and archived again, by a button of its own", () => {
  const place = { environment: "sandbox", staffId: undefined, isAdmin: true };
  const issues = merchantColumns(((key: string) => key) as never, {} as never, place).find(({ key }) => key === "issues");
  const cell = issues?.cell({ slug: "corner-cafe", name: "Corner Café", archivedAt: "2026-03-04T11:20:05Z" } as never);
  expect(keyOf(cell)).toBe("corner-cafe");
});
