/** Every word of the panel beside a list in one place. */
export const peekWords = {
  name: "Beside the list",
  content: "What is looked at",
  open: "Open its page",
  close: "Close",
  loading: "Loading what is beside the list",
  failed: "It could not be opened",
  gateway: "What the gateway shows",
  none: "The gateway gave no details.",
  fields: (name: string) => `Fields of ${name}`,
} as const;
