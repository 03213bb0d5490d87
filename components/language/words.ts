import type { Messages, NamespaceKeys, NestedKeyOf, useTranslations } from "next-intl";

/** The words of a namespace, for a function that makes labels outside a component: `toLabel(t: Words<"audit">)`. */
export type Words<Namespace extends NamespaceKeys<Messages, NestedKeyOf<Messages>>> = ReturnType<
  typeof useTranslations<Namespace>
>;
