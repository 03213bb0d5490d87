import { customType } from "drizzle-orm/pg-core";

/** Compared byte by byte, so that an index serves prefixes. */
export const plainText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
