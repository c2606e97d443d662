import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { table as texts } from "@/components/ui/texts";

interface Shortened<T> {
  shown: readonly T[];
  isLong: boolean;
  /** The button that shows all rows, or the first ones again. False if there are no more. */
  toggle: ReactNode;
}

/** The first rows of a list, or all of them. All rows are printed. */
export function useShortened<T>(
  all: readonly T[],
  first: number,
  moreLabel: string = texts.showAll(all.length),
): Shortened<T> {
  const [isLong, setLong] = useState(false);
  const isPrinting = useIsPrinting();
  const toggle = all.length > first && (
    <Button
      className="no-print"
      variant="default"
      size="xs"
      mt="xs"
      aria-expanded={isLong}
      onClick={() => setLong(!isLong)}
    >
      {isLong ? texts.showFewer : moreLabel}
    </Button>
  );
  return { shown: isLong || isPrinting ? all : all.slice(0, first), isLong, toggle };
}

function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser lays out the printed page as soon as the listener returns.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}
