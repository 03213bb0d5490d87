import { z } from "zod";
import { issueMessage } from "#lib/core/issue-message.ts";
import { asIssue } from "#lib/core/text.ts";
import { type Filters, filterNames } from "./filters.ts";
import type { Operation } from "./operation.ts";
import { rule } from "./texts.ts";

/** The lists that have saved views. */
export const viewLists = ["transactions", "notifications", "payments", "merchants"] as const;
export type ViewList = (typeof viewLists)[number];

export const movingDays = ["today", "last_7_days", "last_week", "this_month", "last_month"] as const;
export type MovingDays = (typeof movingDays)[number];

/** Relative days; `search` then has no days of its own. */
export const movingDaysPart = { movingDays: z.enum(movingDays).nullable() };
/** The merchant of the list; null: the list over all merchants. */
export const merchantPart = { merchant: z.string().max(64).nullable() };

const name = z
  .string(rule("view_name_missing"))
  .trim()
  .min(1, rule("view_name_missing"))
  .max(60, rule("name_too_long", { count: 60 }));

/** Parameters of a list's address: strings, checked as the list checks them. `stored`: as they are read. */
export function viewSearch<F extends Filters>(filters: F, input: z.ZodType) {
  const keys = z.enum(filterNames(filters));
  const checked = z.partialRecord(keys, z.string().max(300)).superRefine((search, context) => {
    for (const issue of input.safeParse(search).error?.issues ?? []) context.addIssue(asIssue(issueMessage(issue), issue.path));
  });
  return { checked, stored: z.partialRecord(keys, z.string()) };
}

/** The body that makes a view: `place` says where its list is, `arrangement` what it shows. */
export function createViewSchema<P extends z.ZodRawShape, A extends z.ZodRawShape>(place: P, arrangement: A) {
  return z.strictObject({
    name,
    ...place,
    ...arrangement,
    isDefault: z.boolean().default(false),
    /** Everyone who may see what it lists may use it; only support and administrators may share, and change what is shared. */
    isShared: z.boolean().default(false),
  });
}

export function changeViewSchema<A extends z.ZodRawShape>(arrangement: A) {
  return z
    .strictObject({ name, ...arrangement, isDefault: z.boolean(), isShared: z.boolean() })
    .partial()
    .refine((change) => Object.keys(change).length > 0, rule("change_empty"));
}

export function viewOf<P extends z.ZodRawShape, A extends z.ZodRawShape>(place: P, arrangement: A) {
  return z.object({
    id: z.string(),
    name: z.string(),
    ...place,
    ...arrangement,
    /** Your list opens with it. */
    isDefault: z.boolean(),
    isShared: z.boolean(),
    /** The e-mail address of the colleague who shares it; null for your own. */
    author: z.string().nullable(),
    /** One's own; for administrators of every merchant also shared ones. */
    mayChange: z.boolean(),
  });
}

type ListOfViews<Path, Create, Change, One, Many> = {
  path: Path;
  /** The list, as the summaries call it. */
  ofList: string;
  create: Create;
  example: object;
  change: Change;
  view: One;
  views: Many;
};

/** The four operations of a list's views, at its address. */
export function viewActions<
  const Path extends string,
  Create extends z.ZodType,
  Change extends z.ZodType,
  One extends z.ZodType,
  Many extends z.ZodType,
>({ path, ofList, create, example, change, view, views }: ListOfViews<Path, Create, Change, One, Many>) {
  const one = { description: "The view as it is now.", schema: view };
  const onePath = `${path}/{id}` as const;
  return {
    list: {
      method: "get",
      path,
      summary: `Your own named views of ${ofList}, and those that colleagues share`,
      role: "viewer",
      answers: { 200: { description: "Views by name.", schema: views } },
    },
    create: {
      method: "post",
      path,
      summary: `Keep filters of ${ofList} under a name of your own`,
      role: "viewer",
      body: create,
      example,
      answers: { 201: one },
      errors: ["not_found"],
    },
    change: {
      method: "patch",
      path: onePath,
      summary: "Rename one of your views, change what it shows, share it, or make the list open with it",
      role: "viewer",
      body: change,
      example: { name: "Mine" },
      answers: { 200: one },
      errors: ["not_found"],
    },
    delete: {
      method: "delete",
      path: onePath,
      summary: "Delete one of your views; administrators also shared ones",
      role: "viewer",
      answers: { 204: { description: "It is gone." } },
      errors: ["not_found"],
    },
  } as const;
}

/** What the service needs to know of a list's views. */
export type ViewContract<View> = {
  list: ViewList;
  operations: Record<"list" | "create" | "change" | "delete", Operation>;
  create: z.ZodType<NewView>;
  change: z.ZodType<Partial<Omit<NewView, "merchant">>>;
  view: z.ZodType<View>;
};

type NewView = {
  name: string;
  merchant?: string | null;
  search: Record<string, string | undefined>;
  movingDays?: MovingDays | null;
  columns?: string[] | null;
  isDefault: boolean;
  isShared: boolean;
};
