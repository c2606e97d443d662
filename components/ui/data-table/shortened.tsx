import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { table as texts } from "@/components/ui/texts";

interface Shortened<T> {
  shown: readonly T[];
  isLong: boolean;
  /** The button that shows all rows, or the first ones again. False if there are no more. */
  toggle: ReactNode;
}

/** The first rows of a list, or all of them. */
export function useShortened<T>(all: readonly T[], first: number): Shortened<T> {
  const [isLong, setLong] = useState(false);
  const toggle = all.length > first && (
    <Button variant="default" size="xs" mt="xs" aria-expanded={isLong} onClick={() => setLong(!isLong)}>
      {isLong ? texts.showFewer : texts.showAll(all.length)}
    </Button>
  );
  return { shown: isLong ? all : all.slice(0, first), isLong, toggle };
}
