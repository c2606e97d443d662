"use client";

import { Drawer } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { productName } from "@/components/ui/brand/product-name";
import { NavigationList } from "@/components/ui/shell/navigation-list";

interface NavigationDrawerProps {
  opened: boolean;
  onClose: () => void;
}

/** The navigation of a narrow screen. */
export function NavigationDrawer({ opened, onClose }: NavigationDrawerProps) {
  // A drawer remembers who had the focus when it opens, which one that is born open would not.
  const mounted = useMounted();
  return (
    <Drawer
      opened={opened && mounted}
      onClose={onClose}
      title={productName}
      size="18rem"
      padding="sm"
      closeButtonProps={{ "aria-label": "Close navigation" }}
    >
      <nav aria-label="Main">
        <NavigationList large />
      </nav>
    </Drawer>
  );
}
