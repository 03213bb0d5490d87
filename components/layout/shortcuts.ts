/** Every single-key shortcut of the desk, as the help shows it. */
export const shortcuts = [
  { keys: ["/"], does: "Find anything" },
  { keys: ["j"], does: "Next row of a list" },
  { keys: ["k"], does: "Previous row of a list" },
  { keys: ["Enter"], does: "Open the row" },
  { keys: ["x"], does: "Select the row" },
  { keys: ["Shift", "↑↓"], does: "Select several rows" },
  { keys: ["c"], does: "Copy the row's reference" },
  { keys: ["?"], does: "This help" },
] as const;
