import NextLink from "next/link";
import type { ComponentProps } from "react";

/**
 * A link within the app. Pages are rendered when they are opened: a prefetched one would show old money, and a list's
 * dozens of links would each ask the server twice.
 */
export function Link(props: Omit<ComponentProps<typeof NextLink>, "prefetch">) {
  return <NextLink {...props} prefetch={false} />;
}
