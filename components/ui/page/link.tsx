"use client";

// Unlike `useRouter`, it is optional, for tests that render without a router.
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { type ComponentProps, createContext, type MouseEvent, use, useTransition } from "react";

const Pending = createContext(false);

/** Whether the page of the link around a component is loading. */
export function useLinkPending(): boolean {
  return use(Pending);
}

/**
 * A link that loads pages without reloading the document. Next's `Link` would prefetch pages, which are rendered for
 * each user on request, and adds 4 kB to every page.
 */
export function Link({ href, onClick, children, ...rest }: ComponentProps<"a"> & { href: string }) {
  const router = use(AppRouterContext);
  const [pending, start] = useTransition();

  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    if (!router || event.defaultPrevented || !href.startsWith("/") || opensElsewhere(event)) return;
    event.preventDefault();
    start(() => router.push(href));
  }

  return (
    <a {...rest} href={href} onClick={follow}>
      <Pending value={pending}>{children}</Pending>
    </a>
  );
}

/** In another tab or window, or as a download. */
function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey, currentTarget }: MouseEvent<HTMLAnchorElement>) {
  const { target } = currentTarget;
  return (
    currentTarget.hasAttribute("download") ||
    button !== 0 ||
    metaKey ||
    ctrlKey ||
    shiftKey ||
    altKey ||
    (target !== "" && target !== "_self")
  );
}
