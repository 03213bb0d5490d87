import { useState } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { useDraft } from "./use-draft.ts";

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
});

type Draft = ReturnType<typeof useDraft>;

/** Does these things one after another, each rendered. */
function Writing({ steps }: { steps: readonly ((draft: Draft) => void)[] }) {
  const draft = useDraft("note", "");
  const [done, setDone] = useState(0);
  const step = steps[done];
  if (step) {
    step(draft);
    setDone(done + 1);
  }
  return `text: ${draft.text}`;
}

const write = (...steps: ((draft: Draft) => void)[]) => renderToStaticMarkup(<Writing steps={steps} />);

test("what is written is stored until it is saved", () => {
  const called = ({ setText }: Draft) => setText("Called");
  expect(write(called)).toBe("text: Called");
  expect([...stored]).toEqual([["note", "Called"]]);
  expect(write(called, ({ clear }) => clear("Called"))).toBe("text: ");
  expect([...stored]).toEqual([]);
});

test("what was written since it was sent is not removed with what was saved", () => {
  const steps = ["Called", "Called. Refund promised"].map((text) => (draft: Draft) => draft.setText(text));
  expect(write(...steps, ({ clear }) => clear("Called"))).toBe("text: Called. Refund promised");
  expect([...stored]).toEqual([["note", "Called. Refund promised"]]);
});
