import { Menu, Popover } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { type ReactNode, type Ref, useImperativeHandle } from "react";
import type { OverlayProps } from "@/components/ui/overlay/use-overlay";

interface AnchoredMenuProps extends OverlayProps {
  width?: number;
  position?: "bottom" | "bottom-end";
  className?: string | undefined;
  children: ReactNode;
}

/** A menu anchored to an existing button. */
export function AnchoredMenu({ anchor, opened, width, className, children, ...menu }: AnchoredMenuProps) {
  // Opens after mounting: a menu that mounts open would not return the focus.
  const mounted = useMounted();
  return (
    <Menu {...menu} opened={opened && mounted} {...(width !== undefined && { width })}>
      <Menu.Target>
        <Anchor element={anchor} />
      </Menu.Target>
      <Menu.Dropdown className={className ?? ""}>{children}</Menu.Dropdown>
    </Menu>
  );
}

interface AnchoredPopoverProps extends OverlayProps {
  /** The accessible name. */
  label: string;
  position: "bottom-start" | "bottom-end";
  className?: string | undefined;
  children: ReactNode;
}

/** A dialog anchored to an existing button. */
export function AnchoredPopover({ anchor, opened, label, className, children, ...popover }: AnchoredPopoverProps) {
  const mounted = useMounted();
  return (
    <Popover {...popover} opened={opened && mounted} trapFocus returnFocus>
      <Popover.Target>
        <Anchor element={anchor} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className={className ?? ""}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Passes the button to Mantine, which positions the overlay and returns the focus to it. */
function Anchor({ element, ref }: { element: HTMLElement | null; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element, [element]);
  return null;
}
