import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { sharedReferencesMax } from "#lib/core/identifiers.ts";
import * as extracting from "./extract-references.ts";
import { useReferences } from "./use-references.ts";

function Read({ initial }: { initial: readonly string[] }) {
  const { references, isCut, text, pasted } = useReferences(initial);
  return JSON.stringify({ count: references.length, last: references.at(-1), isCut, text, listed: pasted.length });
}

const read = (initial: readonly string[]) =>
  JSON.parse(renderToStaticMarkup(<Read initial={initial} />).replaceAll("&quot;", '"'));

test("more references than a lookup takes are cut, and that is told", () => {
  const most = Array.from({ length: sharedReferencesMax }, (_, index) => `R${index}`);
  expect(read([...most, "r0"])).toMatchObject({ count: sharedReferencesMax, isCut: false });
  expect(read([...most, "ONE-MORE"])).toMatchObject({ count: sharedReferencesMax, last: most.at(-1), isCut: true });
});

test("given references are all kept, also those that no text would be read as", () => {
  expect(read(["POSA1", "POSA2"])).toMatchObject({ count: 2, text: "POSA1\nPOSA2", listed: 0 });
  expect(read(["POSA1", "1001"])).toMatchObject({ count: 2, text: "", listed: 1 });
});

test("a text that was removed while it is read is not read on once another one is pasted", () => {
  const reading = vi.spyOn(extracting, "extractCalmly").mockReturnValue(new Promise(() => {}));
  let references: ReturnType<typeof useReferences> | undefined;
  function Lookup() {
    references = useReferences([]);
    return null;
  }
  renderToStaticMarkup(<Lookup />);
  void references?.paste("REMOVED-1");
  references?.remove(1);
  void references?.paste("PASTED-2");
  const isWanted = reading.mock.calls.map(([, { isWanted: isRead }]) => isRead());
  expect(isWanted).toEqual([false, true]);
});
