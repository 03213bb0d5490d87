import { useState } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { useSelectedRows } from "./use-selected-rows.ts";

type Row = { slug: string; group: string | null };
const keyOf = ({ slug }: Row) => slug;
const cafe = { slug: "corner-cafe", group: null };
const inn = { slug: "zum-anker", group: null };

/** Selects both rows of a list, which then reads other ones. */
function List({ later }: { later: readonly Row[] }) {
  const [items, setItems] = useState<readonly Row[]>([cafe, inn]);
  const selected = useSelectedRows(items, { listKey: "", keyOf });
  if (selected.rows.length === 0) selected.grid.onSelect(items, true);
  else if (items !== later) setItems(later);
  return selected.rows.map(({ slug, group }) => `${slug}: ${group ?? "-"}`).join("; ");
}

test("selected rows are as the list has them now, and as they were where it has them no more", () => {
  expect(renderToStaticMarkup(<List later={[{ ...cafe, group: "North" }]} />)).toBe("corner-cafe: North; zum-anker: -");
});
