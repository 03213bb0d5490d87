import { z } from "zod";

/**
 * The names of schemas in the OpenAPI document. Uses our own registry, since `.meta` writes to one that all copies of
 * this code in a process share, where a later copy's schema takes the name from an earlier one.
 */
export const schemaNames = z.registry<{ id: string }>();
