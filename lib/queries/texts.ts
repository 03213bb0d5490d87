import { defineTexts } from "#lib/core/text.ts";

export const queryText = defineTexts({
  search_interrupted: "The search stopped half way. Try again.",
  network: "Can't reach the server. Check your connection and try again.",
  unreadable: "Counterfoil answered {status} in an unexpected form. Reload the page.",
  download_interrupted: "The download stopped half way. Try again.",
  import_interrupted: "The import stopped half way. Preview the file again: saved merchants show as “No change”.",
  check_interrupted: "The check stopped half way. Try again.",
});
