"use client";

import { Button, Group, Stack, Table, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { FormError } from "@/components/ui/feedback/form-error";
import { terms } from "@/components/ui/terms";
import type { LogPreview as Preview } from "@/lib/domains/shadow-ai/schemas-sources";
import { bytesText, countedText, countText } from "@/lib/platform/client/format";
import { queryString } from "@/lib/platform/client/query-string";
import { common } from "../texts/common";
import { logPreview as texts } from "../texts/sources";

/** The bytes of a file that are read for its preview. */
const sampleBytes = 128 * 1024;
const shown = 10;

interface LogPreviewProps {
  file: File | null;
  options: { format: string | null; mapping: string; timeZone: string };
  /** Problem that the import reported about the mapping. */
  error: string | undefined;
  onMapping: (mapping: string) => void;
}

/** A mapping for logs with other columns, and the first records that it reads from the file. */
export function LogPreview({ file, options, error, onMapping }: LogPreviewProps) {
  const preview = useMutation<Preview, Error, File>({
    mutationFn: (chosen) =>
      api.post(`/v1/sensors/preview${queryString(options)}`, chosen.slice(0, sampleBytes), {
        headers: { "Content-Type": "text/plain" },
      }),
  });
  return (
    <Stack gap="xs">
      <Textarea
        label={texts.mapping}
        description={texts.mappingDescription}
        placeholder={texts.mappingPlaceholder}
        autosize
        value={options.mapping}
        error={fieldErrors(preview.error).mapping ?? error}
        onChange={(event) => onMapping(event.currentTarget.value)}
      />
      <Group>
        <Button
          variant="default"
          disabled={!file}
          loading={preview.isPending}
          onClick={() => file && preview.mutate(file)}
        >
          {common.preview}
        </Button>
      </Group>
      <FormError error={preview.error} title={texts.noPreview} />
      {preview.data && <PreviewTable preview={preview.data} />}
    </Stack>
  );
}

function PreviewTable({ preview: { format, lines, skipped, rejected, errors, records } }: { preview: Preview }) {
  const [first] = errors;
  return (
    <>
      <p role="status">
        {countedText(lines, "line")} read ({format ?? texts.formatNotRecognised}): {countText(skipped)} skipped,{" "}
        {countText(rejected)} rejected.{first && texts.firstProblem(first.line, first.message)}
      </p>
      <Table.ScrollContainer minWidth={500} mah="16rem">
        <Table aria-label={common.preview}>
          <Table.Thead>
            <Table.Tr>
              {[terms.time, texts.client, common.host, texts.sent, texts.received, common.action].map((title) => (
                <Table.Th key={title}>{title}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {records.slice(0, shown).map((record, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: records have no identifier and keep their order
              <Table.Tr key={index}>
                <Table.Td>{record.at}</Table.Td>
                <Table.Td>{record.client}</Table.Td>
                <Table.Td>{record.host}</Table.Td>
                <Table.Td>{record.bytesOut === null ? "" : bytesText(record.bytesOut)}</Table.Td>
                <Table.Td>{record.bytesIn === null ? "" : bytesText(record.bytesIn)}</Table.Td>
                <Table.Td>{record.action}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}
