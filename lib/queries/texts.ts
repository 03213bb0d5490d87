import { defineTexts } from "#lib/core/text.ts";

export const queryText = defineTexts({
  search_interrupted: "The search broke off before its end. Try again.",
  network: "The desk cannot be reached. Check your connection and try again.",
  unreadable: "The desk answered {status} in a form this page does not know.",
  download_interrupted: "The file broke off half way. Try again.",
  import_interrupted: "The answer broke off. Show again what the file would do: what was stored is so already.",
});
