import { z } from "zod";

/**
 * What schemas are called in the OpenAPI document. A registry of our own, since `.meta` writes to one that all copies of
 * this code in a process share, where a later copy's schema takes the name from an earlier one.
 */
export const schemaNames = z.registry<{ id: string }>();
