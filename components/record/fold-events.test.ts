import { expect, test } from "vitest";
import { foldEvents } from "./fold-events.ts";

const event = (name: string, isDetail = false) => ({ name, isDetail });
const folded = (events: ReturnType<typeof event>[]) => {
  const { shown, more } = foldEvents(events);
  return [shown, more].map((some) => some.map(({ name }) => name).join(" "));
};

test("five events are shown, calls and all", () => {
  expect(folded([event("a"), event("b", true), event("c"), event("d", true), event("e")])).toEqual(["a b c d e", ""]);
});

test("in a longer history no call takes the place of what became of the money", () => {
  const states = ["sent", "accepted", "paid"].flatMap((name) => [event(name), event(`call-${name}`, true)]);
  expect(folded([...states, event("refunded")])).toEqual(["sent accepted paid refunded", "call-sent call-accepted call-paid"]);
  const many = ["a", "b", "c", "d", "e", "f", "g"].map((name) => event(name));
  expect(folded([event("call", true), ...many])).toEqual(["a b c d e", "call f g"]);
});
