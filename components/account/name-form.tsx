"use client";

import { Button, Group, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { api, fieldErrors } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { useSession } from "@/components/app/session";

/** One's name as others read it. */
export function NameForm() {
  const router = useRouter();
  const { member } = useSession();
  const [name, setName] = useState(member.name);
  const send = useSend<void>({
    send: () => api.patch("/v1/account", { name }),
    invalidates: [keys.session(), keys.members.all()],
    success: () => "Your name is changed.",
    errors: "form",
    onSuccess: () => router.refresh(),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <Group align="end" mt="md">
        <TextInput
          label="Name"
          required
          autoComplete="name"
          value={name}
          error={fieldErrors(send.error).name ?? send.error?.message}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={send.isPending} disabled={name === member.name}>
          Save
        </Button>
      </Group>
    </form>
  );
}
