import { isPreferences, type Preferences } from "@/components/data-table/preferences";
import { useStored } from "@/lib/client/stored";

const none: Preferences = { density: "compact", columns: {} };

/** What this browser remembers of a table. */
export function usePreferences(name: string): [Preferences, (preferences: Preferences) => void] {
  return useStored(`table:${name}`, none, isPreferences);
}
