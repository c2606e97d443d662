// biome-ignore lint/style/noRestrictedImports: this component wraps it
import NextLink from "next/link";
import type { ComponentProps } from "react";

/** A link without prefetching: pages are rendered for each user on request. */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}
