import { keyOf, type PressedKey, type ShortcutName, shortcuts } from "./shortcuts.ts";

type Pressed = PressedKey & Pick<KeyboardEvent, "timeStamp" | "shiftKey" | "repeat">;

/** Time for the second key. */
const withinMs = 1_500;
const jumps = (Object.keys(shortcuts) as ShortcutName[]).filter((name) => "first" in shortcuts[name]);
const beginnings: readonly string[] = jumps.flatMap((name) => {
  const shortcut = shortcuts[name];
  return "first" in shortcut ? [shortcut.first] : [];
});

/**
 * Shortcuts of two keys, one after the other. `press` answers the shortcut that the key completes; `begun` while the next
 * key may complete one; undefined for any other key, which then keeps its own meaning.
 */
export function createJumpKeys() {
  let first: { key: string; at: number } | undefined;
  return {
    press(event: Pressed): ShortcutName | "begun" | undefined {
      const before = first;
      first = undefined;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat) return undefined;
      const key = keyOf(event);
      if (before && event.timeStamp - before.at <= withinMs) {
        const jump = jumps.find((name) => {
          const shortcut = shortcuts[name];
          return "first" in shortcut && shortcut.first === before.key && shortcut.key === key;
        });
        if (jump) return jump;
      }
      if (!beginnings.includes(key)) return undefined;
      first = { key, at: event.timeStamp };
      return "begun";
    },
  };
}
