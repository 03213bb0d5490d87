import { z } from "zod";

export const roles = ["viewer", "support", "admin"] as const;

export const roleSchema = z.enum(roles);

export type Role = z.infer<typeof roleSchema>;
