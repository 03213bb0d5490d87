import type { Messages, NamespaceKeys, NestedKeyOf, useTranslations } from "next-intl";

/** Translator of a namespace, for functions that create labels outside a component: `toLabel(t: Words<"audit">)`. */
export type Words<Namespace extends NamespaceKeys<Messages, NestedKeyOf<Messages>>> = ReturnType<
  typeof useTranslations<Namespace>
>;
