import { PasswordInput } from "@mantine/core";

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
