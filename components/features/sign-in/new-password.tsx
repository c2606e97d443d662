import { PasswordInput } from "@mantine/core";
import { useSyncExternalStore } from "react";

/** The field of a password that is chosen. */
export function NewPassword({ error }: { error: string | undefined }) {
  return (
    <PasswordInput
      name="password"
      label="New password"
      description="At least 12 characters. A few unusual words are good; rules about digits are not."
      required
      minLength={12}
      maxLength={128}
      autoComplete="new-password"
      error={error}
    />
  );
}

const listen = (changed: () => void) => {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
};

/** The token of a mailed link, which stands behind `#token=` so that no server and no log sees it; null while unknown. */
export function useMailedToken(): string | null {
  return useSyncExternalStore(
    listen,
    () => new URLSearchParams(location.hash.slice(1)).get("token") ?? "",
    () => null,
  );
}
