/** Every word of sharing a view in one place. */
export const shareWords = {
  name: "Copy the link to this view",
  copied: "Link copied. Whoever may see it sees the same filters.",
  notCopied: "The browser did not allow copying. Copy the address by hand.",
} as const;
