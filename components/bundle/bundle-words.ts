/** Every word of the ticket bundle in one place. */
export const bundleWords = {
  name: "Ticket bundle",
  note: "One redacted file: ledger, payment, notifications, calls, timings",
  copy: "Copy as Markdown",
  markdown: "Download as Markdown",
  json: "Download as JSON",
  copied: "Ticket bundle copied",
  saved: "Ticket bundle saved",
  notCopied: "The browser did not allow copying. Download it instead.",
  failed: "The ticket bundle could not be made",
} as const;
