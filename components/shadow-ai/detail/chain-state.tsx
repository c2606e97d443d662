import { Alert } from "@mantine/core";
import { IconShieldX } from "@tabler/icons-react";

/** Says so where the record is not what the chain says of it; what agrees needs no words. */
export function ChainState({ verified }: { verified: boolean }) {
  if (verified) return null;
  return (
    <Alert
      color="red"
      role="alert"
      mb="md"
      icon={<IconShieldX size={18} aria-hidden="true" />}
      title="This record was changed past the service"
    >
      It is not what the last event on the audit chain says of it. The timeline on this page is the chain's: rely on
      that, and find out who can write to the database.
    </Alert>
  );
}
