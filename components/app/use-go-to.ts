import { useRouter } from "next/navigation";
import { navigation } from "@/components/app/navigation";
import { useSession } from "@/components/app/session";
import { useShortcuts } from "@/components/keyboard/use-shortcuts";

/** The shortcuts that lead to the pages of the navigation. */
export function useGoTo(): void {
  const router = useRouter();
  const { permissions } = useSession();
  useShortcuts(
    navigation.flatMap(({ href, label, shortcut, permission }) =>
      shortcut && permissions.includes(permission)
        ? { keys: shortcut, label, group: "Go to", run: () => router.push(href) }
        : [],
    ),
  );
}
