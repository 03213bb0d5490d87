type Shortcut = {
  /** As `keyOf` gives it. */
  key: string;
  /** Pressed before it, for shortcuts of two keys (`jump-keys.ts`). */
  first?: string;
  /** With Ctrl, or Command on a Mac. */
  withCommand?: boolean;
  /** The key as the help shows it, when that differs. */
  shown?: readonly string[];
};

/** Every shortcut of the app, for both the handlers and the help. The catalogue has their descriptions by name. */
export const shortcuts = {
  palette: { key: "k", withCommand: true },
  paste: { key: "v", withCommand: true },
  find: { key: "/" },
  merchant: { key: "m" },
  navigation: { key: "[" },
  filter: { key: "f" },
  next: { key: "j" },
  previous: { key: "k" },
  open: { key: "Enter" },
  preview: { key: "p", shown: ["Space", "p"] },
  select: { key: "x" },
  selectMany: { key: "ArrowDown", shown: ["Shift", "↑↓"] },
  selectAll: { key: "a", withCommand: true },
  copy: { key: "c" },
  say: { key: "s" },
  phoneCall: { key: "b" },
  goOverview: { key: "o", first: "g" },
  goTransactions: { key: "t", first: "g" },
  goNotifications: { key: "n", first: "g" },
  goPayments: { key: "p", first: "g" },
  toolbar: { key: "ArrowRight", shown: ["←→", "↑↓"] },
  help: { key: "?" },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof shortcuts;

/** A key event, the browser's or React's. */
export type PressedKey = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey"> & {
  readonly code?: string;
  getModifierState?(key: "AltGraph"): boolean;
};

/** The key as shortcuts name it. Where the layout's letters are not Latin, it is what the key's place has on a Latin one. */
export function keyOf({ key, code = "" }: Pick<PressedKey, "key" | "code">): string {
  if (!/^\p{L}$/u.test(key) || /^\p{Script=Latin}$/u.test(key)) return key;
  const isSmall = key === key.toLowerCase();
  if (code === "BracketLeft" && isSmall) return "[";
  const letter = /^Key([A-Z])$/.exec(code)?.[1] ?? key;
  return isSmall ? letter.toLowerCase() : letter;
}

/** Whether a pressed key is this shortcut, which has only one. */
export function isShortcut(event: PressedKey, name: ShortcutName): boolean {
  const { key, first, withCommand = false }: Shortcut = shortcuts[name];
  if (first !== undefined) return false;
  const pressed = keyOf(event);
  if ((withCommand ? pressed.toLowerCase() : pressed) !== key) return false;
  return isTypedSymbol(event) || (!event.altKey && (event.ctrlKey || event.metaKey) === withCommand);
}

/** A symbol that the layout has only with AltGr, which Windows reports as Ctrl and Alt, or with Option on a Mac. */
function isTypedSymbol(event: PressedKey): boolean {
  if (!/^[^\p{L}\p{N}]$/u.test(event.key)) return false;
  const isOption = event.altKey && !event.ctrlKey && !event.metaKey && hasCommandKey();
  return isOption || event.getModifierState?.("AltGraph") === true;
}

/** The keys as the help shows them. */
export function shortcutKeys(name: ShortcutName, isMac: boolean): readonly string[] {
  const { key, first, withCommand, shown }: Shortcut = shortcuts[name];
  if (shown) return shown;
  if (first !== undefined) return [first, key];
  return withCommand ? [isMac ? "⌘" : "Ctrl", key.toUpperCase()] : [key];
}

/** False on the server and on anything but a Mac. */
export function hasCommandKey(): boolean {
  return typeof navigator !== "undefined" && /Mac|iP(hone|ad)/.test(navigator.platform);
}

/** Whether the target accepts text, so that single-key shortcuts are ignored while typing. */
export function isTypingTarget(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.closest("input, textarea, select, [role=combobox], [role=dialog], [role=menu]") !== null
  );
}
