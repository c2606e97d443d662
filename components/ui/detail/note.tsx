import { Text, type TextProps } from "@mantine/core";
import type { ReactNode } from "react";

/** A highlighted sentence about something that reduces the effect or security of what the page shows. */
export function Note({ children, ...space }: Pick<TextProps, "mt" | "mb"> & { children: ReactNode }) {
  return (
    <Text role="note" size="sm" px="sm" py={6} bdrs="sm" bg="var(--doubt-soft)" c="var(--doubt-text)" {...space}>
      {children}
    </Text>
  );
}
