import { expect, test } from "vitest";
import { adoptList, formKey } from "./form-of-lists.ts";

const opened = { key: "", lists: [""] };

test("a form stays when it replaces the list in the address, and again", () => {
  const first = adoptList(opened, { from: "", to: "list-a" });
  expect(formKey(first, "list-a")).toBe(formKey(opened, ""));
  const second = adoptList(first, { from: "list-a", to: "list-b" });
  for (const list of ["", "list-a", "list-b"]) expect(formKey(second, list)).toBe("");
});

test("a list that is opened has a form of its own, which stays when it is edited", () => {
  expect(formKey(opened, "shared")).not.toBe(formKey(opened, ""));
  const edited = adoptList(opened, { from: "shared", to: "" });
  expect(formKey(edited, "")).toBe(formKey(opened, "shared"));
  expect(formKey(edited, "other")).not.toBe(formKey(edited, ""));
});
