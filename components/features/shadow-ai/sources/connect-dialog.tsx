"use client";

import { Button, Code, Group, Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import detail from "@/components/ui/detail/detail.module.css";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Link } from "@/components/ui/page/link";
import { useMay } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { CopyButton } from "@/components/ui/values/copy";
import { common } from "../texts/common";
import { connectDialog as texts, uploadDialog } from "../texts/sources";
import { type Connection, connectionsTo } from "./connections";
import { sourceNameOf } from "./upload-log";

/** Shows the address or command that connects a system as a log source, with a link to its guide. */
export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const [source, setSource] = useState("");
  const [name, setName] = useState<string | null>(null);
  const connections = connectionsTo(location.origin, source.trim() ? sourceNameOf(source.trim()) : "edge-proxy");
  const chosen = connections.find((one) => one.name === name);
  return (
    <Dialog onClose={onClose} title={texts.connectSource} size="lg">
      <Stack>
        <Select
          label={texts.system}
          placeholder={texts.systemPlaceholder}
          data={connections.map((one) => one.name)}
          value={name}
          onChange={setName}
          data-autofocus
        />
        <TextInput
          label={common.source}
          description={uploadDialog.sourceDescription}
          placeholder="edge-proxy"
          value={source}
          onChange={(event) => setSource(event.currentTarget.value)}
        />
        {chosen && <Steps connection={chosen} />}
        <Group justify="flex-end">
          <Button onClick={onClose}>{terms.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Steps({ connection: { label, value, guide, scopes = texts.writeScope } }: { connection: Connection }) {
  const mayCreateKeys = useMay("admin");
  return (
    <ol className={detail.steps}>
      <li>
        {mayCreateKeys ? (
          <>
            <Link href="/settings/api-keys">{texts.createKey}</Link> {texts.withScopes(scopes)}
          </>
        ) : (
          texts.requestKey(scopes)
        )}
      </li>
      <li>
        {label}
        <div className={detail.program}>
          <Code block tabIndex={0} aria-label={label}>
            {value}
          </Code>
          <CopyButton value={value} label={texts.copyName} />
        </div>
      </li>
      <li>
        {texts.followGuide} <a href={`/docs/operations/log-sources#${guide}`}>{texts.guide}</a>.
      </li>
      <li>{texts.appears}</li>
    </ol>
  );
}
