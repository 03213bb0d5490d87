import { z } from "zod";
import { environmentSchema } from "./common.ts";

export const roles = ["viewer", "support", "admin"] as const;
export const roleSchema = z.enum(roles);
export type Role = z.infer<typeof roleSchema>;

export const signInInput = z.strictObject({
  email: z
    .string({ error: "Enter your e-mail address." })
    .trim()
    .min(1, "Enter your e-mail address.")
    .max(254, "An e-mail address has at most 254 characters."),
  password: z
    .string({ error: "Enter your password." })
    .min(1, "Enter your password.")
    .max(128, "A password has at most 128 characters."),
});

export const totpInput = z.strictObject({
  code: z.string({ error: "Enter the code." }).regex(/^\d{6}$/, "A code has six digits."),
});

export const signedInSchema = z.object({ staff: z.object({ email: z.string(), role: roleSchema }) });

export const whoAmISchema = z.object({
  staff: z.object({ email: z.string(), role: roleSchema, permissions: z.array(z.string()) }),
  environments: z.array(environmentSchema),
});
export type WhoAmI = z.infer<typeof whoAmISchema>;
