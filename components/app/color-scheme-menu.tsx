"use client";

import { Menu, useMantineColorScheme } from "@mantine/core";
import { colorSchemes } from "@/components/app/color-schemes";
import { AnchoredMenu } from "@/components/overlay/anchored";
import type { OverlayProps } from "@/components/overlay/use-overlay";
import { colorSchemeFrom } from "@/components/theme/color-scheme";

export function ColorSchemeMenu(props: OverlayProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <AnchoredMenu {...props}>
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(colorSchemeFrom(value))}>
        {colorSchemes.map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </AnchoredMenu>
  );
}
