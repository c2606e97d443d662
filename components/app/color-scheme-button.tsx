"use client";

import { useMantineColorScheme } from "@mantine/core";
import { colorSchemes } from "@/components/app/color-schemes";
import { MenuButton } from "@/components/app/menu-button";
import { lazily } from "@/components/overlay/use-overlay";

const menu = lazily(async () => (await import("./color-scheme-menu")).ColorSchemeMenu);

/** Light, dark, or whatever the system says. */
export function ColorSchemeButton() {
  const { colorScheme } = useMantineColorScheme();
  const { icon: Icon, label } = colorSchemes.find(({ value }) => value === colorScheme) ?? colorSchemes[2];
  return (
    <MenuButton label={`Colours: ${label.toLowerCase()}`} {...menu}>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
    </MenuButton>
  );
}
