import { PasswordInput } from "@mantine/core";
import { type ReactNode, useSyncExternalStore } from "react";
import { Entrance } from "./entrance";
import { newPassword as texts } from "./texts";

export function NewPassword({ error }: { error: string | undefined }) {
  return (
    <PasswordInput
      name="password"
      label={texts.newPassword}
      description={texts.newPasswordDescription}
      required
      minLength={12}
      maxLength={128}
      autoComplete="new-password"
      error={error}
    />
  );
}

/** Shown if the address has no token. `children`: what else the user can do. */
export function IncompleteLink({ children }: { children: ReactNode }) {
  return (
    <Entrance title={texts.incompleteLink}>
      <p>
        Open the link in the <span style={{ whiteSpace: "nowrap" }}>e-mail</span> again, or {children}.
      </p>
    </Entrance>
  );
}

const listen = (changed: () => void) => {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
};

/** The token of an e-mailed link: after `#token=`, so that no server receives or logs it. Null until it is read. */
export function useMailedToken(): string | null {
  return useSyncExternalStore(
    listen,
    () => new URLSearchParams(location.hash.slice(1)).get("token") ?? "",
    () => null,
  );
}
