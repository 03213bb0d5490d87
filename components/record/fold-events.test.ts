import { expect, test } from "vitest";
import { foldEvents } from "./fold-events.ts";

const event = (name: string, isDetail = false, isMinor = false) => ({ name, isDetail, isMinor });
const folded = (events: ReturnType<typeof event>[]) => {
  const { shown, more } = foldEvents(events);
  return [shown, more].map((some) => some.map(({ name }) => name).join(" "));
};

test("what became of the money is shown, and how it was done is folded", () => {
  expect(folded(["a", "b", "c", "d", "e"].map((name) => event(name)))).toEqual(["a b c d e", ""]);
  expect(folded([event("a"), event("call", true), event("b")])).toEqual(["a b", "call"]);
});

test("in a long history the beginning and the newest are shown", () => {
  const states = ["sent", "accepted", "paid"].flatMap((name) => [event(name), event(`call-${name}`, true)]);
  expect(folded([...states, event("refunded")])).toEqual(["sent accepted paid refunded", "call-sent call-accepted call-paid"]);
  const many = ["a", "b", "c", "d", "e", "f", "g"].map((name) => event(name));
  expect(folded([event("call", true), ...many])).toEqual(["a b e f g", "call c d"]);
});

test("what is minor is shown while there is room, and folds first", () => {
  const [answer, forward] = [event("answered", false, true), event("forwarded", false, true)];
  expect(folded([event("paid"), answer, event("fee")])).toEqual(["paid answered fee", ""]);
  const back = ["told", "refunded", "reversed"].map((name) => event(name));
  expect(folded([event("paid"), answer, forward, ...back])).toEqual(["paid told refunded reversed", "answered forwarded"]);
});
