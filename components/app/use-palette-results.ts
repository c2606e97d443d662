import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { offeredActions, type PaletteGroup } from "@/components/app/palette-actions";
import { isSearchable, search } from "@/components/app/palette-search";
import { useSession } from "@/components/app/session";

interface PaletteResults {
  groups: PaletteGroup[];
  /** How far it is, in a sentence. */
  state: string;
}

/** What the command palette offers for a text: what is known here at once, what the service knows a moment later. */
export function usePaletteResults(text: string): PaletteResults {
  const { permissions } = useSession();
  const [settled] = useDebouncedValue(text, 200);
  const asked = isSearchable(settled) && settled === text;
  const found = useQuery({
    queryKey: ["palette", settled],
    queryFn: ({ signal }) => search(settled, permissions, signal),
    enabled: asked,
    staleTime: 10_000,
    retry: false,
  });
  const groups = [...offeredActions(permissions, text), ...(asked ? (found.data ?? []) : [])];
  const count = groups.reduce((sum, { actions }) => sum + actions.length, 0);
  const searching = isSearchable(text) && (!asked || found.isFetching);
  return { groups, state: stateText({ count, searching, failed: asked && found.isError }) };
}

interface State {
  count: number;
  searching: boolean;
  failed: boolean;
}

function stateText({ count, searching, failed }: State): string {
  if (failed) return "The service did not answer. Pages and actions can still be chosen.";
  if (searching) return "Searching…";
  if (count === 0)
    return "Nothing found. Detections go by provider and host, models by name, events by tag, all by id.";
  return count === 1 ? "1 result" : `${count} results`;
}
