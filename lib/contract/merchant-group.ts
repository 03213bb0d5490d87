import { z } from "zod";
import { groupedMax, groupMax } from "./merchant-marks.ts";
import { defineOperations, environmentPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { toTagName } from "./tag-name.ts";
import { rule } from "./texts.ts";

/** Spaces are made as those of a tag. Compared without regard to capital letters, and kept as written. */
export const groupNameSchema = z
  .string(rule("group_form"))
  .overwrite(toTagName)
  .max(groupMax, rule("too_many_characters", { count: groupMax }))
  .regex(/^\P{C}*$/u, rule("group_form"))
  .regex(/[\p{L}\p{N}]/u, rule("group_form"));

/** The same group for every merchant, or none; all merchants are changed, or none. */
const setMerchantGroupInput = z
  .strictObject({
    merchants: z
      .array(z.string().min(1).max(64))
      .min(1, rule("rows_not_selected"))
      .max(groupedMax, rule("slugs_too_many", { count: groupedMax })),
    group: groupNameSchema.nullable(),
  })
  .register(schemaNames, { id: "MerchantGrouping" });
export type SetMerchantGroupInput = z.input<typeof setMerchantGroupInput>;

export const merchantGroupsSchema = z
  .object({
    items: z.array(
      z.object({
        name: z.string(),
        /** Without archived ones. */
        merchants: z.int(),
      }),
    ),
  })
  .register(schemaNames, { id: "MerchantGroups" });
export type MerchantGroups = z.infer<typeof merchantGroupsSchema>;

/** How many merchants were in another group, or in none. */
export const merchantsGroupedSchema = z.object({ changed: z.int() }).register(schemaNames, { id: "MerchantsGrouped" });

export const merchantGroupOperations = defineOperations("Merchants", {
  listMerchantGroups: {
    method: "get",
    path: `${environmentPath}/merchants/groups`,
    summary: "Groups of the merchants you may see, by name; at most 1,000",
    role: "viewer",
    answers: { 200: { description: "The groups, with how many of these merchants each has.", schema: merchantGroupsSchema } },
  },
  setMerchantGroup: {
    method: "post",
    path: `${environmentPath}/merchants/groups`,
    summary: "Put up to 500 merchants into a group, or with null into none; audited",
    role: "admin",
    forLimitedAdmins: "narrowed",
    body: setMerchantGroupInput,
    example: { merchants: ["harbour-hotel"], group: "Region North" },
    answers: { 200: { description: "How many merchants changed.", schema: merchantsGroupedSchema } },
  },
});
