import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LazyDialog } from "./lazy-dialog.tsx";

test("a dialog is not rendered, and so not loaded, before it is opened", () => {
  expect(renderToStaticMarkup(<LazyDialog isOpen={false}>question</LazyDialog>)).toBe("");
  expect(renderToStaticMarkup(<LazyDialog isOpen>question</LazyDialog>)).toBe("question");
});
