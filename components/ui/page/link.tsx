// biome-ignore lint/style/noRestrictedImports: this is the Link that all others use
import NextLink from "next/link";
import type { ComponentProps } from "react";

/** A link to a page of the product. Every page is made for its reader and its moment: to fetch all that are in sight would be waste. */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}
