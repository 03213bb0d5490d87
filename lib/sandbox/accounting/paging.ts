import { ProblemError, validationProblem } from "../problem.ts";
import type { World } from "../world.ts";

export type Paging = { page: number; size: number };

/** Page and size by the settings' name for it; larger sizes than the settings allow are cut, or refused. */
export function readPaging({ settings }: World, query: URLSearchParams): Paging {
  const { pageSizeName: name, pageSizeMax: most, pageSizeDefault } = settings;
  const asked = readCount(query.get("page"), "page", 1);
  const page = settings.ignorePage ? 1 : asked;
  const size = readCount(query.get(name), name, Math.min(pageSizeDefault, most));
  if (settings.refuseLargeSize && size > most)
    throw new ProblemError(validationProblem({ [name]: [`The value must be between 1 and ${most}.`] }));
  return { page, size: Math.min(size, most) };
}

function readCount(text: string | null, name: string, otherwise: number): number {
  if (text === null || text === "") return otherwise;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new ProblemError(validationProblem({ [name]: [`The value '${text}' is not valid.`] }));
  return Number(text);
}

export function toFlatPage(world: World, items: readonly unknown[], { page, size }: Paging, total: number) {
  const { listName, pagingFacts } = world.settings;
  const totalPages = Math.ceil(total / size);
  const facts = {
    page,
    page_size: size,
    total_pages: totalPages,
    total_count: total,
    has_previous_page: page > 1 && totalPages > 0,
    has_next_page: page < totalPages,
  };
  return { [listName]: items, ...(pagingFacts ? facts : {}), ...world.unknown() };
}

/** The page format of the terminals' list, with nested paging fields. */
export function toNestedPage(world: World, name: string, rows: readonly unknown[], { page, size }: Paging, total: number) {
  const pagination = { page, page_size: size, total_pages: Math.ceil(total / size), total_count: total };
  return { ...(world.settings.pagingFacts ? { pagination } : {}), [name]: rows, ...world.unknown() };
}
