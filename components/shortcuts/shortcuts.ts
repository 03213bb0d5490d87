type Shortcut = {
  /** As `KeyboardEvent.key` names it. */
  key: string;
  /** With Ctrl, or Command on a Mac. */
  withCommand?: boolean;
  /** As the help shows it, where that is not the key itself. */
  shown?: readonly string[];
  does: string;
};

/** Every shortcut of the desk: what hears them and what the help shows come from here. */
export const shortcuts = {
  palette: { key: "k", withCommand: true, does: "Go anywhere, do anything, find any record" },
  paste: { key: "v", withCommand: true, does: "Find the reference that was copied, also in a pasted e-mail" },
  find: { key: "/", does: "Find anything, at the gateways too" },
  next: { key: "j", does: "Next row of a list" },
  previous: { key: "k", does: "Previous row of a list" },
  open: { key: "Enter", does: "Open the row" },
  peek: { key: "p", shown: ["Space", "p"], does: "Look at the row beside the list" },
  select: { key: "x", does: "Select the row" },
  selectMany: { key: "ArrowDown", shown: ["Shift", "↑↓"], does: "Select several rows" },
  selectAll: { key: "a", withCommand: true, does: "Select all that match" },
  copy: { key: "c", does: "Copy the row's reference" },
  help: { key: "?", does: "This help" },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof shortcuts;

/** Whether a pressed key is this shortcut. */
export function isShortcut(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">, name: ShortcutName): boolean {
  const { key, withCommand = false }: Shortcut = shortcuts[name];
  const isKey = withCommand ? event.key.toLowerCase() === key : event.key === key;
  return isKey && !event.altKey && (event.ctrlKey || event.metaKey) === withCommand;
}

/** The keys to press, as the help shows them. */
export function shortcutKeys(name: ShortcutName, isMac: boolean): readonly string[] {
  const { key, withCommand, shown }: Shortcut = shortcuts[name];
  if (shown) return shown;
  return withCommand ? [isMac ? "⌘" : "Ctrl", key.toUpperCase()] : [key];
}

/** False on the server and on anything but a Mac. */
export function hasCommandKey(): boolean {
  return typeof navigator !== "undefined" && /Mac|iP(hone|ad)/.test(navigator.platform);
}
