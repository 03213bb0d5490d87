type Shortcut = {
  /** As in `KeyboardEvent.key`. */
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

/** Whether a pressed key is this shortcut, which has only one. */
export function isShortcut(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">, name: ShortcutName): boolean {
  const { key, first, withCommand = false }: Shortcut = shortcuts[name];
  if (first !== undefined) return false;
  const isKey = withCommand ? event.key.toLowerCase() === key : event.key === key;
  return isKey && !event.altKey && (event.ctrlKey || event.metaKey) === withCommand;
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
