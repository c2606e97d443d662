"use client";

import { Drawer } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { productName } from "@/components/ui/brand/product-name";
import { NavigationList } from "@/components/ui/shell/navigation-list";
import { menus as texts } from "@/components/ui/texts";

/** The navigation on narrow screens. */
export function NavigationDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  // Opens after mounting: a drawer that mounts open would not return the focus.
  const mounted = useMounted();
  return (
    <Drawer
      opened={opened && mounted}
      onClose={onClose}
      title={productName}
      size="18rem"
      padding="sm"
      closeButtonProps={{ "aria-label": texts.closeNavigation }}
    >
      <nav aria-label="Main">
        <NavigationList large />
      </nav>
    </Drawer>
  );
}
