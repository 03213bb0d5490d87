import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { beginsWith } from "#components/merchants/begins-with.ts";
import { useDebouncedBursts } from "#components/ui/use-debounced.ts";
import { merchantPagesQuery } from "#lib/queries/merchants.ts";

const settledMs = 80;

/**
 * The merchants that match what is typed, page by page. Until its own results are there, `found` has those of the text
 * before that fit it too, never another merchant than typed; `best` is only of its own results.
 */
export function useFoundMerchants(environment: string, typed: string) {
  const text = useDebouncedBursts(typed, settledMs).trim();
  const query = useInfiniteQuery({ ...merchantPagesQuery(environment, text), placeholderData: keepPreviousData });
  const listed = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const isOwn = !query.isPlaceholderData && text === typed.trim();
  const found = isOwn ? listed : listed.filter((item) => beginsWith(item, typed.trim()));
  return { query, found, isSearch: text !== "", best: isOwn && text !== "" ? found[0] : undefined };
}
