import type { Point } from "./driver.ts";

/** Sources of input as WebDriver defines them, both the classic one and BiDi. */
export type InputSource = { type: "key" | "pointer"; id: string; parameters?: object; actions: object[] };

/** Keys without a character of their own: WebDriver writes them as characters of Unicode's private use area. */
const namedKeys: Readonly<Record<string, string>> = {
  Backspace: "\ue003",
  Tab: "\ue004",
  Enter: "\ue007",
  Shift: "\ue008",
  Control: "\ue009",
  Escape: "\ue00c",
  Space: " ",
  End: "\ue010",
  Home: "\ue011",
  ArrowLeft: "\ue012",
  ArrowUp: "\ue013",
  ArrowRight: "\ue014",
  ArrowDown: "\ue015",
};

export function clickActions({ x, y }: Point, count: number): InputSource[] {
  const press = [
    { type: "pointerDown", button: 0 },
    { type: "pointerUp", button: 0 },
  ];
  const actions = [
    { type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0, origin: "viewport" },
    ...Array.from({ length: count }, () => press).flat(),
  ];
  return [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }];
}

export function pressActions(keys: string): InputSource[] {
  const values = keys.split("+").map((key) => namedKeys[key] ?? key);
  return keyboard([
    ...values.map((value) => ({ type: "keyDown", value })),
    ...values.toReversed().map((value) => ({ type: "keyUp", value })),
  ]);
}

export function typeActions(text: string): InputSource[] {
  return keyboard([...text].flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value }))));
}

const keyboard = (actions: object[]): InputSource[] => [{ type: "key", id: "keyboard", actions }];
