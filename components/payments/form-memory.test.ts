import { expect, test } from "vitest";
import { joinForm, readMemory, rememberMade, rememberSent, replaceForm } from "./form-memory.ts";

let ids = 0;
const newId = () => `form-${++ids}`;
const form = { terminalId: "81000001", amount: "5" };

test("a second tab and a reload take up the same form until it has made its payment", () => {
  const first = joinForm(readMemory(null), newId);
  const second = joinForm(readMemory(JSON.stringify(first.memory)), newId);
  expect(second.id).toBe(first.id);
  const sent = rememberSent(second.memory, first.id, form);
  expect(joinForm(sent, newId).id).toBe(first.id);
  expect(sent.sent[first.id]).toEqual(form);
  const made = rememberMade(sent, first.id, "payment-1");
  expect(made).toMatchObject({ sent: {}, made: { [first.id]: "payment-1" }, terminalId: "81000001" });
  expect(joinForm(made, newId).id).not.toBe(first.id);
});

test("a rejected form is replaced by a new one", () => {
  const { id, memory } = joinForm(readMemory(null), newId);
  const replaced = replaceForm(rememberSent(memory, id, form), id, "next");
  expect(joinForm(replaced, newId).id).toBe("next");
  expect(replaced.sent).toEqual({});
});

test("an old tab's payment leaves the newer form open", () => {
  const { id, memory } = joinForm(readMemory(null), newId);
  expect(rememberMade(replaceForm(memory, id, "next"), id, "payment-1").open).toBe("next");
});

test("only the last thirty are stored, and unreadable data is ignored", () => {
  let memory = readMemory("{");
  for (let index = 0; index < 40; index++) memory = rememberMade(memory, `f${index}`, `p${index}`);
  expect(Object.keys(memory.made)).toHaveLength(30);
  expect(memory.made.f39).toBe("p39");
  for (const text of ['{"open":1}', "[]", "null", '{"open":null,"sent":{"a":{"amount":1}},"made":{},"terminalId":null}'])
    expect(readMemory(text), text).toEqual(readMemory(null));
});
