import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";

export const colorSchemes = [
  { value: "light", label: "Light", icon: IconSun },
  { value: "dark", label: "Dark", icon: IconMoon },
  { value: "auto", label: "System", icon: IconDeviceDesktop },
] as const;
